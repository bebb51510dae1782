import { SITE } from '../texts/en/site.ts'
import { sentenceOf, name } from './sentences.ts'
import type { Paragraph, SummaryDocument, Term } from './summary-document.ts'

/* What a summary says of itself before it begins: what it answers, what its words mean, and how it was made. */

/** A sentence without numbers of the annex. */
const said = (words: string): Paragraph => [name(words)]
const term = (of: string, words: string): Term => ({ term: of, meaning: said(words) })

/** The decisions and declarations that a summary of information answers. */
export const ANSWERS: readonly Term[] = [
  term(
    'United Nations Framework Convention on Climate Change (UNFCCC)',
    'The treaty under which countries report on REDD+.',
  ),
  term(
    'The Cancun Agreements, decision 1/CP.16',
    'Paragraph 70 names the five REDD+ activities. Appendix I, paragraph 2, lists the seven safeguards (a) to (g), the Cancun safeguards.',
  ),
  term(
    'Decision 12/CP.17',
    'Asks for a summary of information on how all of these safeguards are addressed and respected, and says what the system behind it must do. Decision 12/CP.19 says when and how often it is provided.',
  ),
  term(
    'Decision 17/CP.21',
    'Asks which of the five activities a summary covers, and names its elements: national circumstances, a description of each safeguard, systems and processes, and how each safeguard has been addressed and respected.',
  ),
  term(
    'United Nations Declaration on the Rights of Indigenous Peoples',
    'Adopted by the General Assembly of the United Nations in 2007. Safeguard (c) refers to it.',
  ),
]

/** The words that the document uses. */
export const DEFINITIONS: readonly Term[] = [
  term(
    'Addressed',
    'Laws, rules, institutions and procedures exist that ensure a safeguard. The bureau writes this part.',
  ),
  term(
    'Respected',
    'What was done on the sites shows it. This part is computed from approved records, with statements quoted from them.',
  ),
  term('Site', 'A site of the REDD+ programme whose profile is approved and on the public list.'),
  term('Record', 'What the office of a site reports for one reporting year, approved by all three levels.'),
  term(
    'Principle, outcome indicator',
    'The bureau has eight principles. Each consists of criteria and outcome indicators, numbered as in 3.2.1. A crosswalk says which principles answer a safeguard above all, and which support it.',
  ),
  term(
    'Evidence',
    'The files that an office uploads under an outcome indicator, such as minutes, permits and photographs.',
  ),
  term('Very Compliant', 'Each outcome indicator of the principle that applies to the site has evidence.'),
  term('Somewhat Compliant', 'At least one of them has evidence, and at least one has none.'),
  term('Not Compliant', 'None of them has evidence.'),
  term('Not Applicable', 'No outcome indicator of the principle applies to the site.'),
  term(
    'Missing and weak',
    'Missing is an outcome indicator that applies and has no evidence; it is counted in indicators. Weak is a site that is graded Somewhat Compliant or Not Compliant; it is counted in sites. The two are never added: one site may lack many files, and many sites one file each.',
  ),
  term(
    'Abbreviations',
    'CP is the Conference of the Parties to the UNFCCC; its decisions are numbered like 17/CP.21. PENRO is a Provincial Environment and Natural Resources Office. REDD+ is reducing emissions from deforestation and forest degradation, and conserving, managing and enhancing forests. SHA-256 is a sum of 64 signs that is another one as soon as a file differs.',
  ),
]

/** How the document was made, and what it does not say. */
export const METHOD: readonly Paragraph[] = [
  said(
    'Who reviews. The office of a site enters a text, figures and files under each outcome indicator. Its provincial office (PENRO), its regional office and the bureau review the record one after another; each can return it with comments. A record counts only when all three have approved it. Reviewers see whether the files show what the text says; no independent body has audited the sites for this summary.',
  ),
  said(`What a grade says. ${SITE['site.grades_mean']}`),
  said(
    'What is counted. Sites, hectares and grades count each site once, by the last reporting year covered. Hectares are those that the profiles declare. Figures that add up are added up for each reporting year. Figures that do not, such as shares or hours for each person, are given as the median, the lowest and the highest value and the number of sites. Of several records of a site in one year the latest counts.',
  ),
  said(
    'What is not counted. Records that are drafts, under review, returned or deactivated; sites that are not on the public list; records without a reporting year. A site without a record is counted as such, never as compliant.',
  ),
  said(
    'What is quoted. Statements are quoted whole from the records that the bureau chose, with the SITES code, the outcome indicator, the reporting year, and the name and SHA-256 of each file behind them.',
  ),
  said(
    'Numbers. The sentences and tables of the system contain no number that was typed: each refers to a row of the annex. Numbers that the bureau inserts into its own texts do the same.',
  ),
]

type Published = Pick<SummaryDocument, 'address' | 'year' | 'data_of' | 'regions'>

/** How anyone checks the summary, with the addresses of this system. */
export function howToCheck({ address, year, data_of, regions }: Published): Paragraph[] {
  return [
    sentenceOf`Once published, this summary is at ${name(`${address}/summary/${year}`)}, with its data as JSON, and its annex and the list of all evidence files as CSV.`,
    sentenceOf`The public list, as it was at the end of the day of the data, is at ${name(`${address}/site/approved?as_of=${data_of}`)}${regions.length === 0 ? '' : ', where it can be filtered by region'}. Each approved record has a page with its grades.`,
    sentenceOf`Freezing is written into a public log, with the ${name('SHA-256')} of the ${name('JSON')} file. ${name(`${address}/how-to-check`)} explains, with three commands, how anyone verifies without the bureau that the file and the log were not changed since. The log proves what was recorded and when; it does not prove that a record is true.`,
  ]
}
