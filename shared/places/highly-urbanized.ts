/**
 * The ids of the 33 highly urbanized cities. Those outside the capital region are listed under the province around
 * them, although they are not part of it (S-99).
 */
const HIGHLY_URBANIZED: ReadonlySet<number> = new Set([
  347, 348, 490, 705, 804, 805, 806, 949, 1039, 1132, 1133, 1182, 1231, 1232, 1233, 1234, 1235, 1236, 1237,
  1238, 1239, 1240, 1241, 1242, 1243, 1244, 1245, 1246, 1247, 1325, 1398, 1471, 1534,
])

export const isHighlyUrbanized = (city_id: number | null): boolean =>
  city_id !== null && HIGHLY_URBANIZED.has(city_id)
