import { expect, test } from 'vitest'
import { organisationOf } from './organisation.ts'

test.each([
  ['witness.example/w1', 'witness.example'],
  ['one.audit.example/w1', 'audit.example'],
  ['TWO.Audit.Example/w2', 'audit.example'],
  ['witness.coa.gov.ph', 'coa.gov.ph'],
  ['log.up.edu.ph/a', 'up.edu.ph'],
  ['admu.edu.ph', 'admu.edu.ph'],
  ['w.uni.ac.uk:8443/x', 'uni.ac.uk'],
  ['a.b.ph', 'b.ph'],
  // customers of one hosting company count as one organisation
  ['a.hosting.io', 'hosting.io'],
  ['b.hosting.io', 'hosting.io'],
  ['localhost:4000', 'localhost'],
  ['192.0.2.7:80', '192.0.2.7'],
])('the organisation behind %s is %s', (name, organisation) => {
  expect(organisationOf(name)).toBe(organisation)
})
