export function embedded(): string;
