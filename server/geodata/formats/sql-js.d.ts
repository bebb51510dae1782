declare module 'sql.js/dist/sql-wasm-inline.js' {
  type Value = number | string | Uint8Array | null
  export interface Statement {
    step(): boolean
    get(): Value[]
    free(): boolean
  }
  export interface Database {
    run(sql: string): void
    exec(sql: string, parameters?: Value[]): { columns: string[]; values: Value[][] }[]
    prepare(sql: string, parameters?: Value[]): Statement
    export(): Uint8Array
    close(): void
  }
  const start: () => Promise<{ Database: new (bytes?: Uint8Array) => Database }>
  export default start
}
