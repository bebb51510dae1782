/** The part of oidc-provider that the double uses: the package has no types, and its entry warns about older Nodes. */
declare module 'oidc-provider/lib/provider.js' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Details = { uid: string; prompt: { name: string }; params: Record<string, unknown> }
  export class Grant {
    addOIDCScope(scope: string): void
    save(ttl: number): Promise<string>
  }
  export class Provider {
    constructor(issuer: string, configuration: object)
    Grant: new (properties: {
      clientId: string
      accountId: string
    }) => Grant
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Details>
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options?: { mergeWithLastSubmission: boolean },
    ): Promise<void>
  }
}
