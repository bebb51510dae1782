import { serveJobs } from '../worker-processes/worker-process.ts'
import { compareShapes } from './compare-shapes.ts'

serveJobs(compareShapes)
