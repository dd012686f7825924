"""How the report's page looks, in the light and in the dark."""

STYLE = """
:root { color-scheme: light dark; --line: rgba(128,128,128,.35); --quiet: rgba(128,128,128,.12); }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; padding: 1.5rem; max-width: 76rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin-bottom: .2rem; }
h2 { font-size: 1.15rem; margin: 0 0 .4rem; } h2 small { font-weight: 400; font-size: 1rem; }
h3 { font-size: 1rem; margin: .8rem 0 .2rem; }
section { margin-top: 2.2rem; padding-top: 1.2rem; border-top: 1px solid var(--line); }
p, ul, details { max-width: 56rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; }
dt { opacity: .75; } dd { margin: 0; }
code { background: var(--quiet); padding: .1rem .35rem; border-radius: .25rem; overflow-wrap: anywhere; }
.note { opacity: .85; font-size: .93em; }
.warning { border-left: .3rem solid #e66101; padding: .4rem .8rem; background: var(--quiet); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th { font-weight: 600; padding: .2rem .5rem; } td { padding: .2rem .5rem; text-align: right; }
th.name { text-align: left; } th.corner { font-weight: 400; opacity: .75; white-space: nowrap; }
.summary { font-size: .93em; } .summary td { white-space: nowrap; }
.summary tr { border-bottom: 1px solid var(--line); }
.summary td.text { text-align: left; white-space: normal; min-width: 14rem; }
.summary th[scope=col] { text-align: left; vertical-align: bottom; line-height: 1.2; }
.heat td { border: 1px solid var(--line); white-space: nowrap; text-align: center; }
.heat i { font-style: normal; opacity: .75; font-size: .9em; margin-right: .25rem; }
.heat td.none { background: var(--quiet); }
.scale span { padding: .1rem .4rem; font-variant-numeric: tabular-nums; }
.chart { min-height: 300px; }
.line-chart { display: block; width: 100%; touch-action: pan-y; }
.chart-value { display: block; min-height: 1.5em; font-size: .93em; opacity: .85; }
.chart-legend { display: flex; flex-wrap: wrap; gap: .2rem .5rem; align-items: center; font-size: .93em; }
.chart-legend button { font: inherit; color: inherit; background: none; border: 0; padding: .2rem .3rem; }
.chart-legend button[aria-pressed=false] { opacity: .45; text-decoration: line-through; }
.chart-legend i { display: inline-block; width: 1.1em; height: .25em; margin-right: .35em; vertical-align: middle; }
.chart-table { font-size: .93em; } .chart-table .scroll { max-height: 20rem; overflow: auto; }
.pictures, .charts { display: grid; gap: .8rem; align-items: start; }
.pictures { grid-template-columns: repeat(auto-fill, minmax(min(100%, 22rem), 1fr)); }
.pictures svg { width: 100%; height: auto; max-width: 30rem; }
.charts { grid-template-columns: repeat(auto-fill, minmax(min(100%, 34rem), 1fr)); }
.charts svg { width: 100%; height: auto; max-width: 48rem; }
@media print { .pictures svg { break-inside: avoid; } }
@media print { .chart { break-inside: avoid; } }
"""
