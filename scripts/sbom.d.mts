import type { Plugin } from 'vite'

export function listPackages(): Plugin
