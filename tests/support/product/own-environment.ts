/** Variables that the test runner sets for itself; with them, a product would run in development mode. */
const RUNNERS = /^(NODE_ENV|DEV|PROD|MODE|SSR|BASE_URL|TEST|VITE.*)$/

/** The environment without them, for a product or a command. */
export const ownEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !RUNNERS.test(name)))
