/** What the test runner puts into the environment for itself; a product started with it would run in development. */
const RUNNERS = /^(NODE_ENV|DEV|PROD|MODE|SSR|BASE_URL|TEST|VITE.*)$/

/** The environment of anyone who runs the tests, for a product or a command as they would start it. */
export const ownEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !RUNNERS.test(name)))
