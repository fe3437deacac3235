/** Who may do what: tokens and signing in. */
export { makeSigninCode } from "./signin.ts";
export { type TokenBook, tokenBook } from "./tokens.ts";
