import { expect, test } from 'vitest'
import { markedEnglish, withSigns } from './english-texts.ts'

test('an element that says a text in English alone is marked, once; other places lose the signs', () => {
  const {
    back = '',
    title = '',
    own,
  } = withSigns({ back: 'Back to the site', title: 'Certificate of {code}', own: 'Sertipiko' }, [
    'back',
    'title',
  ])
  expect(own).toBe('Sertipiko')
  const html = `<nav aria-label="${back}"><a href="/x">${back}</a> <b>${back}</b>: <i lang="fil">${back}</i> <p>${back} 7</p><br/>${title}</nav>`
  expect(markedEnglish(html)).toBe(
    '<nav aria-label="Back to the site"><a href="/x" lang="en">Back to the site</a> <b lang="en">Back to the site</b>: <i lang="fil">Back to the site</i> <p>Back to the site 7</p><br/>Certificate of {code}</nav>',
  )
})
