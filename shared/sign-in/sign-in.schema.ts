import { z } from 'zod/mini'
import { endpoint } from '../access/endpoint.ts'
import { LoginReply, SecondStepReply } from '../auth/auth.schema.ts'
import { SecondStepInput } from '../factors/factors.schema.ts'
import { AnswerInput, LinkedReply } from '../oidc/oidc.schema.ts'

/** The calls that finish a login which began with a password or at the provider. */
export const signInApi = {
  secondStep: endpoint('POST', '/login/second-step', {
    summary:
      'Finish a login with a code or passkey; 409 as for login, then again with force and the same token',
    access: 'public',
    body: SecondStepInput,
    reply: LoginReply,
  }),
  singleSignOn: endpoint('POST', '/sign-in/oidc/answer', {
    summary: 'End single sign-on with what the provider returned: signs in like /login, or links the account',
    access: 'public',
    limited: true,
    body: AnswerInput,
    reply: z.union([LoginReply, SecondStepReply, LinkedReply]),
  }),
}
