import type { Plugin } from 'vite'

export function listPackages(): Plugin
export function licenceTexts(places: readonly string[], root?: string): string
