/** Whether this browser knows passkeys, asked without loading what uses them; they also need https or localhost. */
export const knowsPasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function'
