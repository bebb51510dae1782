import { createContext, useContext } from 'react'
import type { PublicConfig } from '../../shared/public/public-page.ts'

const EMPTY: PublicConfig = {
  api_base_url: '/api',
  api_key: '',
  bureau_name: '',
  demonstration: false,
  helpdesk_url: '',
  privacy_url: '',
  terms_url: '',
  complaints_url: '',
  passkeys: false,
  oidc_name: '',
}

export const ConfigContext = createContext<PublicConfig>(EMPTY)

/** The configuration of the deployment. */
export const useConfig = (): PublicConfig => useContext(ConfigContext)
