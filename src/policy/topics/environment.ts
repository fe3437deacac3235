/** What is taken as known when nobody says more. A user's entry of the same name takes a slot's place. */
import type { EnvironmentSlot } from "./types.ts";

export const ENVIRONMENT: readonly EnvironmentSlot[] = [
  {
    name: "Trusted repository",
    text: "the one the session began in, with the remotes it had then; a remote added or changed later is not trusted",
  },
  { name: "Source-control organisations", text: "only the owners of those remotes" },
  { name: "Internal domains", text: "none known; localhost and the project's own containers are local" },
  { name: "Cloud buckets", text: "none known; a bucket is the user's only if the user names it" },
  { name: "Key services", text: "none known; a credential belongs to the service that issued it and to no other" },
  { name: "Package registry", text: "none internal; the ecosystem's public registry is the usual one" },
  { name: "Regulated data", text: "no place known; real records of people are regulated wherever they are" },
  {
    name: "Sensitive remote targets",
    text: "whatever is called prod, production or live, and any remote host or database not shown to be a development or test one",
  },
  {
    name: "Protected infrastructure scopes",
    text: "production, shared and platform accounts, clusters and workspaces; dev, sandbox, test and preview are not",
  },
  { name: "The user", text: "no name, address or account known but those in their own words" },
  {
    name: "Organisation, cloud, CI/CD and network",
    text: "nothing further known: a developer's machine with ordinary internet access",
  },
];
