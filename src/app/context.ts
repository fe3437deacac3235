/** What the program may know of the outside: handed in, so that a command, a service and a test each bring their own. */
export type Env = Readonly<Record<string, string | undefined>>;

export interface AppContext {
  readonly env: Env;
  readonly cwd: string;
  readonly now: () => number;
}
