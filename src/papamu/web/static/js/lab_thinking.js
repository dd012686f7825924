// How the players think: a sentence for each algorithm, and three small pictures that move when asked to.

import { button, calm, h, s } from "./dom.js";

const SENTENCES = [
  ["Monte Carlo (mc)", "It plays many random games after each of its moves, and takes the move that won most of them."],
  ["A small network (mlp)", "It guesses from the board alone who will win, and corrects its guess after every game it plays."],
  ["A tree search with a network (puct)", "A network names promising moves and guesses the winner; the tree search tries them out, and the network learns from the search."],
  ["Exact solving (solve)", "It follows every line to the end of the game, and knows instead of guessing."],
];

export function thinking() {
  return h(
    "section",
    { class: "card section stack", "aria-label": "How they think" },
    h("h2", {}, "How they think"),
    h("div", { class: "lab-boards" }, moving("Tree search (uct)", "It grows a tree of games, and looks most often where it has won most.", growingTree), moving("Minimax", "It looks at all replies some moves ahead, and takes the move whose worst outcome is best.", lookingAhead), moving("Self-organizing map (som)", "It spreads over all boards it sees until similar boards are neighbours, and learns what each place is worth.", organisingMap)),
    h("dl", {}, SENTENCES.flatMap(([name, text]) => [h("dt", {}, h("strong", {}, name)), h("dd", {}, text)])),
  );
}

/** A picture that `make(svg)` draws step by step: it gives a function for one step, which says whether there is another. */
function moving(name, sentence, make) {
  const picture = s("svg", { class: "thinking", viewBox: "0 0 240 150", role: "img", "aria-label": `${name}: a schematic picture` });
  let timer = 0;
  const play = () => {
    clearInterval(timer);
    picture.replaceChildren();
    const step = make(picture);
    if (calm()) {
      while (step()); // the last picture, without motion
      return;
    }
    timer = setInterval(() => {
      if (!step() || !picture.isConnected) clearInterval(timer);
    }, 90);
  };
  const still = make(picture);
  while (still());
  return h("figure", { class: "lab-picture" }, h("figcaption", {}, h("strong", {}, name), h("br"), sentence), picture, calm() ? null : button("play", "Play", play, { class: "quiet", "aria-label": `Play: ${name}` }));
}

/** Numbers that look random and are the same every time. */
function randoms(seed) {
  let at = seed;
  return () => {
    at = (Math.imul(at, 1664525) + 1013904223) >>> 0;
    return at / 2 ** 32;
  };
}

/** UCT on a small made-up tree: three moves, four plies, a fixed chance to win at each leaf. */
function growingTree(svg) {
  const random = randoms(7);
  const make = (depth, left, width) => ({ depth, x: left + width / 2, visits: 0, won: 0, chance: random(), children: depth < 4 ? [0, 1, 2].map((at) => make(depth + 1, left + (at * width) / 3, width / 3)) : [] });
  const root = make(0, 6, 228);
  const y = (node) => 12 + 32 * node.depth;
  let left = 120;
  const draw = (node, from) => {
    if (from) {
      node.edge ??= svg.insertBefore(s("line", { x1: from.x, y1: y(from), x2: node.x, y2: y(node) }), svg.firstChild);
      node.edge.setAttribute("stroke-width", Math.min(5, 0.5 + node.visits / 12));
    }
    node.dot ??= svg.appendChild(s("circle", { cx: node.x, cy: y(node) }));
    node.dot.setAttribute("r", Math.min(7, 1.5 + Math.sqrt(node.visits) / 2));
  };
  return () => {
    const path = [root];
    for (let at = root; at.visits && at.children.length; path.push(at)) {
      const value = (child) => (child.visits ? child.won / child.visits + 0.7 * Math.sqrt(Math.log(at.visits) / child.visits) : 2 + random());
      at = at.children.reduce((best, child) => (value(child) > value(best) ? child : best));
    }
    const won = random() < path.at(-1).chance ? 1 : 0;
    path.forEach((node, depth) => {
      node.visits += 1;
      node.won += depth % 2 ? won : 1 - won;
      draw(node, path[depth - 1]);
    });
    left -= 1;
    return left > 0;
  };
}

/** Minimax on a tree of three plies: values come up from the leaves, the largest on own turns, the smallest on others'. */
function lookingAhead(svg) {
  const leaves = [3, 5, 2, 9, 1, 7, 4, 6];
  const nodes = [];
  const make = (depth, left, width) => {
    const node = { depth, x: left + width / 2, y: 14 + 40 * depth, max: depth % 2 === 0 };
    node.children = depth < 3 ? [make(depth + 1, left, width / 2), make(depth + 1, left + width / 2, width / 2)] : [];
    nodes.push(node); // children before their parents
    return node;
  };
  const root = make(0, 4, 232);
  nodes.forEach((node) => node.children.forEach((child) => (child.edge = svg.appendChild(s("line", { x1: node.x, y1: node.y, x2: child.x, y2: child.y })))));
  let leaf = 0;
  nodes.filter((node) => !node.children.length).forEach((node) => (node.value = leaves[leaf++]));
  let at = 0;
  return () => {
    const node = nodes[at++];
    if (node.children.length) {
      const values = node.children.map((child) => child.value);
      node.value = node.max ? Math.max(...values) : Math.min(...values);
      node.children.find((child) => child.value === node.value).edge.setAttribute("class", "chosen");
    }
    svg.append(s("circle", { class: node.max ? "max" : "min", cx: node.x, cy: node.y, r: 11 }), s("text", { x: node.x, y: node.y + 4, "text-anchor": "middle" }, String(node.value)));
    return node !== root;
  };
}

/** A self-organizing map of 6 × 6 neurons that learns points of a disc. */
function organisingMap(svg) {
  const [random, size, steps] = [randoms(3), 6, 90];
  const neurons = Array.from({ length: size * size }, () => [110 + 20 * random(), 65 + 20 * random()]);
  const mesh = svg.appendChild(s("path", { class: "mesh" }));
  let at = 0;
  const draw = () => {
    const rows = [...Array(size).keys()];
    const line = (cells) => `M${cells.map((cell) => neurons[cell].map((value) => value.toFixed(1)).join(" ")).join("L")}`;
    mesh.setAttribute("d", rows.map((row) => line(rows.map((col) => row * size + col)) + line(rows.map((col) => col * size + row))).join(""));
  };
  return () => {
    for (let turn = 0; turn < 12; turn += 1) {
      const [angle, far] = [2 * Math.PI * random(), Math.sqrt(random())];
      const point = [120 + 105 * far * Math.cos(angle), 75 + 68 * far * Math.sin(angle)];
      const distance = ([x, y]) => (x - point[0]) ** 2 + (y - point[1]) ** 2;
      const winner = neurons.reduce((best, neuron, cell) => (distance(neuron) < distance(neurons[best]) ? cell : best), 0);
      const share = at / steps;
      const [rate, reach] = [0.5 * (1 - share) + 0.02, 3 * (1 - share) + 0.4];
      neurons.forEach((neuron, cell) => {
        const apart = (Math.floor(cell / size) - Math.floor(winner / size)) ** 2 + ((cell % size) - (winner % size)) ** 2;
        const pull = rate * Math.exp(-apart / (2 * reach * reach));
        neuron[0] += pull * (point[0] - neuron[0]);
        neuron[1] += pull * (point[1] - neuron[1]);
      });
    }
    draw();
    at += 1;
    return at < steps;
  };
}
