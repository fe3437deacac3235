/** Stands in every line that `install` writes into a host's settings, and in nothing else: how our own entries are known again. */
export const HOOK_MARK = "SALLYPORT_HOOK";
