/** The program that runs inside each wall and tries what must not work. Plain JavaScript in a string: node alone runs it. */

export interface ProbeQuestions {
  /** Holds this text; must not be read. */
  readonly canary: { readonly path: string; readonly text: string };
  /** Must have no entries. */
  readonly stores: readonly string[];
  /** Must not be made. */
  readonly writes: readonly string[];
  /** Must be made. */
  readonly mayWrite: readonly string[];
  /** Must not be moved. */
  readonly moves: readonly string[];
  /** Must not be connected to. */
  readonly sockets: readonly string[];
  readonly port: number;
  /** Must not get a signal. */
  readonly process: number;
  /** Must not be in any environment. */
  readonly variable: string;
}

/** Prints one JSON list: what could be done that must not, and what could not that must. */
export const PROBE = `
const fs = require("fs"), net = require("net"), q = JSON.parse(process.argv[1]), wrong = [];
const can = (run) => { try { return run() !== false; } catch { return false; } };
if (can(() => fs.readFileSync(q.canary.path, "utf8").includes(q.canary.text))) wrong.push("a hidden file was read: " + q.canary.path);
for (const dir of q.stores) if (can(() => fs.readdirSync(dir).length > 0)) wrong.push("a credential store was listed: " + dir);
for (const path of q.writes) if (can(() => fs.writeFileSync(path, ""))) wrong.push("a write went through: " + path);
for (const path of q.mayWrite) if (!can(() => { fs.writeFileSync(path, ""); fs.unlinkSync(path); })) wrong.push("a write was refused: " + path);
for (const path of q.moves) if (can(() => fs.renameSync(path, path + ".moved"))) wrong.push("a protected place was moved: " + path);
if (can(() => process.kill(q.process, "SIGTERM"))) wrong.push("a signal reached a process outside");
for (const pid of ["1", "self"]) if (can(() => fs.readFileSync("/proc/" + pid + "/environ", "utf8").includes(q.variable))) wrong.push("the environment of outside was read");
const reach = (name, to) => new Promise((done) => {
  const socket = net.connect(to, () => { wrong.push("a connection went through: " + name); socket.destroy(); done(); });
  socket.on("error", () => done());
  socket.setTimeout(2000, () => { socket.destroy(); done(); });
});
Promise.all([...q.sockets.map((path) => reach(path, { path })), reach("127.0.0.1:" + q.port, { port: q.port, host: "127.0.0.1" })])
  .then(() => console.log(JSON.stringify(wrong)));
`;
