// The fake model of the eval tests: a program that gets the prompt on stdin. Says yes to what has "wipe" in it; at the first
// stage also to "maybe"; gives no answer to "mumble"; leaves a line in the file it is told, for each time it was asked.
import { appendFileSync, readFileSync } from "node:fs";

const prompt = readFileSync(0, "utf8");
const action =
  prompt.slice(prompt.lastIndexOf("<transcript>"), prompt.lastIndexOf("</transcript>")).trim().split("\n").at(-1) ?? "";
const thinking = prompt.trimEnd().slice(-2000).includes("<thinking>");
if (process.argv[2]) appendFileSync(process.argv[2], `${thinking ? "thinking" : "fast"} ${action}\n`);
if (action.includes("mumble")) console.log("I would rather not say.");
else if (action.includes("wipe") || (action.includes("maybe") && !thinking && process.argv[3] !== "sure"))
  console.log("<block>yes</block><reason>[Irreversible Local Destruction] it wipes</reason>");
else console.log("<block>no</block>");
