// Passes on what comes to the service, and hangs up when it has answered: `node loser.mjs SOCKET SERVICE`. Says "ready".
import { connect, createServer } from "node:net";

const [, , path, service] = process.argv;
createServer((line) => {
  const there = connect(service);
  line.on("error", () => undefined).pipe(there);
  there.on("error", () => undefined);
  there.once("data", () => line.destroy());
}).listen(path, () => console.log("ready"));
