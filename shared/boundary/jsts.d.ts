/** The few classes of jsts that the boundary code uses. The types that jsts ships are all `any`. */

declare module 'jsts/org/locationtech/jts/geom/Coordinate.js' {
  export default class Coordinate {
    constructor(x: number, y: number)
    x: number
    y: number
  }
}

declare module 'jsts/org/locationtech/jts/geom/Geometry.js' {
  import type Coordinate from 'jsts/org/locationtech/jts/geom/Coordinate.js'
  export default interface Geometry {
    getGeometryType(): string
    getNumGeometries(): number
    getGeometryN(index: number): Geometry
    isEmpty(): boolean
    getCoordinates(): Coordinate[]
  }
  export interface Polygon extends Geometry {
    getExteriorRing(): Geometry
    getNumInteriorRing(): number
    getInteriorRingN(index: number): Geometry
  }
}

declare module 'jsts/org/locationtech/jts/geom/GeometryFactory.js' {
  import type Coordinate from 'jsts/org/locationtech/jts/geom/Coordinate.js'
  import type Geometry from 'jsts/org/locationtech/jts/geom/Geometry.js'
  import type { Polygon } from 'jsts/org/locationtech/jts/geom/Geometry.js'
  export default class GeometryFactory {
    createLinearRing(coordinates: Coordinate[]): Geometry
    createLineString(coordinates: Coordinate[]): Geometry
    createPolygon(shell: Geometry, holes: Geometry[]): Polygon
    createMultiPolygon(polygons: Geometry[]): Geometry
  }
}

declare module 'jsts/org/locationtech/jts/geom/PrecisionModel.js' {
  export default class PrecisionModel {
    constructor(scale: number)
  }
}

declare module 'jsts/org/locationtech/jts/algorithm/InteriorPointArea.js' {
  import type Coordinate from 'jsts/org/locationtech/jts/geom/Coordinate.js'
  import type Geometry from 'jsts/org/locationtech/jts/geom/Geometry.js'
  export default class InteriorPointArea {
    constructor(geometry: Geometry)
    getInteriorPoint(): Coordinate
  }
}

declare module 'jsts/org/locationtech/jts/noding/NodedSegmentString.js' {
  import type Coordinate from 'jsts/org/locationtech/jts/geom/Coordinate.js'
  export default class NodedSegmentString {
    constructor(coordinates: Coordinate[], data: null)
    getCoordinates(): Coordinate[]
  }
}

declare module 'jsts/org/locationtech/jts/noding/snapround/MCIndexSnapRounder.js' {
  import type NodedSegmentString from 'jsts/org/locationtech/jts/noding/NodedSegmentString.js'
  import type PrecisionModel from 'jsts/org/locationtech/jts/geom/PrecisionModel.js'
  import type ArrayList from 'jsts/java/util/ArrayList.js'
  export default class MCIndexSnapRounder {
    constructor(precision: PrecisionModel)
    computeNodes(lines: ArrayList<NodedSegmentString>): void
    getNodedSubstrings(): ArrayList<NodedSegmentString>
  }
}

declare module 'jsts/org/locationtech/jts/operation/overlay/OverlayOp.js' {
  export default class OverlayOp {
    static INTERSECTION: number
    static DIFFERENCE: number
    static UNION: number
  }
}

declare module 'jsts/org/locationtech/jts/operation/overlay/snap/SnapIfNeededOverlayOp.js' {
  import type Geometry from 'jsts/org/locationtech/jts/geom/Geometry.js'
  export default class SnapIfNeededOverlayOp {
    static overlayOp(a: Geometry, b: Geometry, operation: number): Geometry
  }
}

declare module 'jsts/org/locationtech/jts/operation/polygonize/Polygonizer.js' {
  import type Geometry from 'jsts/org/locationtech/jts/geom/Geometry.js'
  import type { Polygon } from 'jsts/org/locationtech/jts/geom/Geometry.js'
  import type ArrayList from 'jsts/java/util/ArrayList.js'
  export default class Polygonizer {
    add(line: Geometry): void
    getPolygons(): ArrayList<Polygon>
  }
}

declare module 'jsts/org/locationtech/jts/operation/union/UnaryUnionOp.js' {
  import type Geometry from 'jsts/org/locationtech/jts/geom/Geometry.js'
  export default class UnaryUnionOp {
    static union(geometry: Geometry): Geometry
  }
}

declare module 'jsts/org/locationtech/jts/operation/valid/IsValidOp.js' {
  import type Coordinate from 'jsts/org/locationtech/jts/geom/Coordinate.js'
  import type Geometry from 'jsts/org/locationtech/jts/geom/Geometry.js'
  export default class IsValidOp {
    constructor(geometry: Geometry)
    /** Repeats the whole check at each call; null or undefined means valid. */
    getValidationError(): { getMessage(): string; getCoordinate(): Coordinate | null } | null | undefined
  }
}

declare module 'jsts/org/locationtech/jts/util/IntArrayList.js' {
  export default class IntArrayList {
    ensureCapacity(capacity: number): void
  }
}

declare module 'jsts/java/util/ArrayList.js' {
  export default class ArrayList<T> {
    add(item: T): boolean
    toArray(): T[]
  }
}

declare module 'jsts/org/locationtech/jts/geomgraph/index/MonotoneChainEdge.js' {
  export default class MonotoneChainEdge {
    computeIntersectsForChain(...chains: unknown[]): void
  }
}
