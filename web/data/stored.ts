/** Wishes of this browser; where it keeps none, the page still works. */
export function recall(name: string): string | null {
  try {
    return localStorage.getItem(`sallyport.${name}`);
  } catch {
    return null;
  }
}

export function store(name: string, value: string): void {
  try {
    localStorage.setItem(`sallyport.${name}`, value);
  } catch {
    // Kept for as long as the page is open.
  }
}
