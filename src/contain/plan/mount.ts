/** What a place is inside the walls. One mount a place; a deeper place comes after the one it lies in. */
export type Mount =
  /** As it is outside, for reading. */
  | { readonly kind: "roBind"; readonly place: string; readonly from: string }
  /** As it is outside, for writing too. */
  | { readonly kind: "bind"; readonly place: string; readonly from: string }
  /** Empty memory of the call's own, of at most so many bytes. */
  | { readonly kind: "tmpfs"; readonly place: string; readonly bytes: number }
  /** A directory nobody inside may enter. */
  | { readonly kind: "hideDir"; readonly place: string }
  /** A file that is empty inside; `from` is an empty file of the gate's. */
  | { readonly kind: "hideFile"; readonly place: string; readonly from: string }
  /** A socket or a pipe of the machine, with nobody behind it. */
  | { readonly kind: "cover"; readonly place: string }
  /** Devices that are only null, zero, full, random, urandom and terminals of the call's own. */
  | { readonly kind: "dev"; readonly place: string }
  /** Only the call's own processes. */
  | { readonly kind: "proc"; readonly place: string }
  /** What was mounted at this place before takes no more writes; what is mounted below keeps its own way. */
  | { readonly kind: "seal"; readonly place: string };
