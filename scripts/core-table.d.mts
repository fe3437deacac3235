export function withTable(page: string): string;
export function readPage(): string;
