import type { Section } from '../../shared/summaries/sections.ts'

/** FMB's texts in the summaries of the demo bureau; invented, like the bureau. */
export const DEMO_SUMMARY_TEXTS: Readonly<Record<Section, string>> = {
  national_circumstances: `About a quarter of the country is forest, most of it on steep land where rivers begin. Many who live there have no title to the fields that their grandparents cleared, and many of the best forests lie in the ancestral domains of indigenous peoples.

Storms cross the islands every year, and a single one can undo ten years of planting. Work under REDD+ is therefore done in many small sites by the people who live next to them. At the time of writing the public list has {{registered}} sites.`,

  national_laws: `The laws that the safeguards rest on are the Revised Forestry Code (PD 705 of 1975), the Indigenous Peoples’ Rights Act (RA 8371 of 1997), the law on protected areas (RA 7586 of 1992, as expanded by RA 11038 of 2018), the Local Government Code (RA 7160 of 1991), the Wildlife Act (RA 9147 of 2001) and the Climate Change Act (RA 9729 of 2009).

Community-based forest management follows Executive Order 263 of 1995. Executive Order 23 of 2011 stopped cutting in natural and residual forests. The Philippine National REDD-plus Strategy of 2010 says how the country prepares for REDD+.`,

  description_a: `Work under REDD+ implements the forest programme of the country and breaks no treaty that it has joined. For a site this means that its tenure instrument, the land use plan of its municipality and its own work plan name the same land for the same use.`,
  description_b: `Those who decide over a forest say who they are, on what ground they decide and where one can object. At a site we look at posted accounts, at minutes that members have signed, and at complaints with a date and an answer.`,
  description_c: `Indigenous peoples and long-settled communities keep their rights to land and knowledge. No work begins in an ancestral domain before its holders have agreed in the way that is theirs, and what they know of the forest is written down only with their leave.`,
  description_d: `Those who are affected take part while something can still be changed: elders, women, the young, people without land, and neighbours who are members of nothing. An attendance sheet alone is not enough; the minutes must show what became of what they said.`,
  description_e: `A natural forest is worth more than the carbon in it. It is not replaced by planted trees, native species come first, and what a forest gives, such as water, food and work, reaches the households around it.`,
  description_f: `What has grown can burn, be cut or be blown down. A site names its three greatest risks, says who watches them, and keeps something in reserve for the year in which one of them comes true.`,
  description_g: `Protecting one valley must not send the saws into the next. A site knows who used the forest before, offers them another living, and speaks with its neighbours about what they see on their side.`,

  systems_and_processes: `Field offices enter what happened at a site once a year: texts, figures and the papers behind them. The provincial office, the regional office and the bureau read it one after another, and each can send it back with a comment. What has passed all three is published with its grade for each of the eight principles.

This summary is computed from those records. Every number in it can be followed to a line of the annex, and every file behind it is listed by its fingerprint. {{sites}} sites with {{hectares}} hectares have a record of the years that it covers.`,

  addressed_a: `The forestry code, the law on local government and the law on protected areas say who may do what in which forest. A joint order of the bureau asks that a site shows its instrument before its profile is approved. Instruments that end within a year are renewed before new work is planned.`,
  addressed_b: `Partners post their accounts twice a year in a place where members pass. Each regional office has a desk for complaints that answers within thirty days, and the bureau reads the list of open ones every quarter. Decisions on a record keep the name of the office that took them.`,
  addressed_c: `The law on the rights of indigenous peoples asks for free, prior and informed consent and for a certificate where no domain is touched. A site in a domain is entered together with its council of elders. Maps with burial grounds and sacred places stay with the community; the system holds none of them.`,
  addressed_d: `The by-laws of a people's organization name how many of its members make a decision valid. The bureau asks partners to hold at least two general meetings a year, at an hour when women can come, and in the language that is spoken there. Minutes are read aloud before they are signed.`,
  addressed_e: `Clearing of natural forest is forbidden in every site on the list. Planting plans name native species, and where fruit trees are planted they are on land that was already farmed. Shares of benefits are written into the agreement before the first peso is paid.`,
  addressed_f: `Each site has a plan against fire, storm and theft of timber. Forest guards walk on fixed days and write down what they see; reports of fire go to the municipality on the same day. After a typhoon the provincial office counts losses within two months.`,
  addressed_g: `Before a site is approved, its partner lists who gathered wood or cleared land there in the five years before, and what they will live from. Provincial offices compare what guards of neighbouring valleys report, and the bureau watches clearings outside the sites in the pictures of satellites.`,

  institutional_arrangements: `The bureau sets the criteria, approves records and writes this summary. Regional offices review what the provinces send and train them. Provincial offices know the sites and answer for what is entered. The commission on indigenous peoples is heard on every site in an ancestral domain, and municipalities bring their plans for land use.

A committee with members from the agencies, the universities and the people's organizations reads the summary before it is frozen. The farmers of Sitio Niño and of the Peñablanca hills sent their own members to its last session.`,

  grievance: `A complaint can be brought to the provincial or the regional office, in person, by letter or by mail, and in any language of the region; no name needs to be given. The regional desk registers it, answers within thirty days, and says how to appeal to the bureau. A complaint about consent goes to the commission on indigenous peoples as well. The national hotline 8888 takes complaints about any office.

Under Principle 2 the offices report how many complaints they received and resolved. The bureau reads the list of open ones every quarter and publishes no names.`,

  gaps: `Sites without a record are most often those that were approved in the second half of the year, and those that a storm cut off. Their provincial offices have a date by which the record is due, and the regional office calls when it has passed.

Evidence is missing above all where minutes were written by hand and not scanned. The bureau lends scanners to three regions and repeats the training for encoders before the next summary.`,

  consultation: `The draft was read in public at three regional offices and at the council of elders of two ancestral domains, and was open for comments for six weeks. Members of people's organizations asked for clearer words on sharing benefits and on complaints; both parts were written again.

Comments that were not followed are listed with the reason in the minutes of the committee.`,

  contact: `Forest Management Bureau, Visayas Avenue, Diliman, Quezon City. Questions about this summary go to the office that coordinates REDD+ by letter or by mail; it answers within fifteen days.`,

  risks_and_benefits: `The greatest risks are storms, fires in the dry months, prices that make clearing pay, and tenure instruments that run out. Where a record names such a risk without saying who watches it, the office is asked again.

Benefits are wages for planting and guarding, fruit and honey, cleaner water in the fields below, and the standing of those who can show what they have looked after. They are small for each household and come late, which is why several partners pay a part of them in the first year.`,
}
