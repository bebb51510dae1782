declare module 'shpjs' {
  export function parseShp(shp: Uint8Array, prj?: string | false): unknown[]
}
