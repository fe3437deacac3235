// Something else listens where the service should: `node liar.mjs SOCKET HOW`. Says "ready" when it does.
import { createServer } from "node:net";

const [, , path, how] = process.argv;
const http = (status, body, more = "") =>
  `HTTP/1.1 ${status} X\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${more}Connection: close\r\n\r\n${body}`;
const pidIn = (request) => /sallyport-hook 1\n(\d+)\n/.exec(request)?.[1];
const ID = "0123456789abcdef0123456789abcdef";
const pendingThen = (then) => (request, socket) =>
  request.startsWith("GET ") ? then(socket) : socket.end(http(202, `sallyport ${pidIn(request)} pending ${ID}\n`));

const HOWS = {
  "an empty object": (_, socket) => socket.end(http(200, "{}")),
  "an allow without the line's number": (_, socket) =>
    socket.end(http(200, '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}')),
  "an allow with another number": (_, socket) => socket.end(http(200, 'sallyport 1 0 {"a":1}')),
  prose: (_, socket) => socket.end(http(200, "all is well")),
  "silence without a number": (_, socket) => socket.end(http(200, "silent")),
  "two objects": (_, socket) => socket.end(http(200, '{"a":1}\n{"b":2}')),
  "a list": (request, socket) => socket.end(http(200, `sallyport ${pidIn(request)} 0 []`)),
  "half an object": (request, socket) => socket.end(http(200, `sallyport ${pidIn(request)} 0 {"a":`)),
  "a status that is none": (request, socket) => socket.end(http(200, `sallyport ${pidIn(request)} 1 {"a":1}`)),
  "nothing at all": (_, socket) => socket.end(http(200, "")),
  "status 500": (request, socket) => socket.end(http(500, `sallyport ${pidIn(request)} 0 {"a":1}`)),
  "another address": (_, socket) => socket.end(http(302, "", "Location: http://127.0.0.1:9/\r\n")),
  "an answer shorter than it says": (request, socket) =>
    socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nsallyport ${pidIn(request)} 0 {"a":1}`),
  "no HTTP": (_, socket) => socket.end("220 mail ready\r\n"),
  "a closed door": (_, socket) => socket.destroy(),
  never: () => undefined,
  "one byte a moment": (_, socket) => {
    socket.write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n");
    const timer = setInterval(() => socket.write("{"), 50);
    socket.on("close", () => clearInterval(timer));
  },
  "more than anybody can read": (_, socket) => {
    socket.write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{");
    const pour = () => {
      while (!socket.destroyed && socket.write("x".repeat(65_536)));
    };
    socket.on("drain", pour);
    pour();
  },
  "pending under a strange id": (request, socket) =>
    socket.end(http(202, `sallyport ${pidIn(request)} pending ../../x?$(id)\n`)),
  "pending, and then nothing is": pendingThen((socket) => socket.end(http(404, "no"))),
  "pending, and then a closed door": pendingThen((socket) => socket.destroy()),
  "pending, and then prose": pendingThen((socket) => socket.end(http(200, "all is well"))),
  "pending, and then an object": pendingThen((socket) => socket.end(http(200, '{"a":1}'))),
  "pending, and then never": pendingThen(() => undefined),
};

createServer((socket) => {
  let request = "";
  let answered = false;
  socket.on("error", () => undefined);
  socket.on("data", (chunk) => {
    request += chunk;
    const whole = request.startsWith("GET ") ? request.includes("\r\n\r\n") : pidIn(request) !== undefined;
    if (answered || !whole) return;
    answered = true;
    HOWS[how](request, socket);
  });
}).listen(path, () => process.stdout.write("ready\n"));
