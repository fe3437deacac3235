/**
 * Every request and answer of the service's HTTP interface: one schema each, from which the types, the checks at the edge and the
 * OpenAPI document come. Times are milliseconds since the epoch, ids are those of the record. All text is data, never markup.
 */
export * from "./schemas/decisions.ts";
export * from "./schemas/manage.ts";
export {
  type ErrorAnswer,
  errorAnswer,
  type IndexStanding,
  indexStanding,
  MAX_PAGE,
  SCOPES,
  type TokenScope,
} from "./schemas/parts.ts";
