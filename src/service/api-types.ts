/** The interface's types as plain TypeScript, for programs that do not have the library its schemas are written with. */
import * as z from "zod/mini";
import * as api from "./api.ts";

interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
}

/** Each schema `someAnswer` is the type `SomeAnswer`. */
export function apiTypes(): string {
  const types = Object.entries(api).flatMap(([name, schema]) => {
    if (!(schema instanceof z.ZodMiniType)) return [];
    const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
    return [`export type ${name[0]?.toUpperCase()}${name.slice(1)} = ${typeOf(json)};\n`];
  });
  const scopes = api.SCOPES.map((scope) => JSON.stringify(scope)).join(" | ");
  return `// Made from the schemas of the service's interface.\nexport type TokenScope = ${scopes};\n${types.join("")}`;
}

function typeOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return choices.map(typeOf).join(" | ");
  if (typeof schema.type === "object") return schema.type.map((type) => typeOf({ ...schema, type })).join(" | ");
  switch (schema.type) {
    case "array":
      return `readonly (${typeOf(schema.items ?? {})})[]`;
    case "object":
      return objectType(schema);
    case "integer":
    case "number":
      return "number";
    case "string":
    case "boolean":
    case "null":
      return schema.type;
    default:
      return "unknown";
  }
}

function objectType({ properties, required = [], additionalProperties }: JsonSchema): string {
  if (properties === undefined)
    return `Readonly<Record<string, ${typeof additionalProperties === "object" ? typeOf(additionalProperties) : "unknown"}>>`;
  const fields = Object.entries(properties).map(
    ([name, schema]) => `readonly ${name}${required.includes(name) ? "" : "?"}: ${typeOf(schema)}`,
  );
  return `{ ${fields.join("; ")} }`;
}
