// The server: requests with clear errors, and one WebSocket that reconnects by itself.

export class ApiError extends Error {
  constructor(status, detail, body) {
    super(detail);
    this.status = status;
    this.body = body;
  }
}

async function request(method, path, body) {
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new ApiError(0, "The server does not answer. Is `papamu serve` still running?", null);
  }
  let content = null;
  try {
    content = await answer.json();
  } catch {
    // Not JSON: only the status is known.
  }
  if (!answer.ok) throw new ApiError(answer.status, detailOf(content, answer.status), content);
  return content;
}

function detailOf(content, status) {
  const detail = content?.detail;
  if (typeof detail === "string") return detail;
  if (Array.isArray(detail) && detail[0]?.msg) return detail[0].msg;
  return `The server refused this (${status}).`;
}

export const get = (path) => request("GET", path);
export const post = (path, body = {}) => request("POST", path, body);
export const patch = (path, body) => request("PATCH", path, body);
export const remove = (path) => request("DELETE", path);

/** The one WebSocket of this page. When it reconnects, it sends the last known number of each watched table. */
class Connection {
  constructor() {
    this.watched = new Map(); // table -> {seq, onmessage}
    this.socket = null;
    this.wait = 300;
    this.timer = 0;
    this.onstate = () => {};
  }

  watch(table, seq, onmessage) {
    this.watched.set(table, { seq, onmessage });
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ watch: table, seq }));
    else this.open();
  }

  unwatch(table) {
    this.watched.delete(table);
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ unwatch: table }));
  }

  knows(table, seq) {
    const entry = this.watched.get(table);
    if (entry) entry.seq = Math.max(entry.seq, seq);
  }

  open() {
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/ws`);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = 300;
      this.onstate(true);
      for (const [table, { seq }] of this.watched) socket.send(JSON.stringify({ watch: table, seq }));
    };
    socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.socket = null;
      if (!this.watched.size) return;
      this.onstate(false);
      this.timer = setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(5000, this.wait * 2);
    };
  }

  receive(message) {
    const entry = this.watched.get(message.table);
    if (!entry) return;
    if (message.seq !== undefined) entry.seq = Math.max(entry.seq, message.seq);
    entry.onmessage(message);
  }
}

export const connection = new Connection();
addEventListener("online", () => connection.watched.size && connection.open());
