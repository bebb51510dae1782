/** The key of every call to a product that a test starts within itself. */
export const API_KEY = 'test-key'
