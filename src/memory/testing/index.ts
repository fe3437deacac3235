export * from "./samples.ts";
export * from "./scratch.ts";
