export function auditSignatures(npm: string[], cwd?: string): { isWrong: boolean; said: string }
