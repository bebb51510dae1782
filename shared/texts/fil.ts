import type { TextKey } from './en.ts'

/**
 * The messages in Filipino. They are unofficial until FMB has reviewed them (decision 35). Nouns do not change with their
 * number, so labels stand beside numbers.
 */
export const FIL: Readonly<Record<TextKey, string>> = {
  'common.skip': 'Lumaktaw sa nilalaman',
  'common.main': 'Pangunahin',
  'common.demonstration': 'DEMONSTRASYON',
  'common.nothing_real': 'Walang totoo rito.',
  'common.log_in': 'Mag-log in',
  'common.dashboard': 'Dashboard',
  'common.language': 'Wika',
  'common.no_connection':
    'Walang koneksyon sa server. Maaaring luma na ang pahinang ito, at walang maipapadala.',
  'common.unofficial': 'Hindi opisyal ang saling ito.',
  'common.english': 'Basahin sa Ingles',
  'common.english_only': 'Sa Ingles lamang ang pahinang ito.',
  'common.print': 'I-print',

  'common.helpdesk': 'Helpdesk',
  'common.helpdesk_note':
    'Kung kailangan mo ng tulong sa iyong account, makipag-ugnayan sa tagapangasiwa ng iyong tanggapan o sa {bureau}.',
  'common.privacy': 'Patakaran sa privacy',
  'common.privacy_note':
    'Tanging ang personal na datos na kailangan sa pagsusuri ng mga REDD+ site ang iniingatan ng {bureau}, at wala sa mga ito ang ipinapakita sa publiko.',
  'common.terms': 'Mga tuntunin ng paggamit',
  'common.terms_note':
    'Malayang magagamit ang impormasyon sa mga pahinang ito kung babanggitin ang {bureau} bilang pinagmulan.',
  'common.verify': 'Suriin ang aming mga tala',
  'common.data': 'Datos',
  'common.records_went': 'Usad ng mga tala',
  'common.close': 'Isara',
  'common.dismiss': 'Isara',
  'common.printed': 'Inilimbag noong {day} {time}, oras sa Maynila',
  'common.page_of': 'Pahina {page} ng {pages}',

  'trouble.not_found': 'Hindi natagpuan',
  'trouble.site_not_found': 'Hindi natagpuan ang site na ito',
  'trouble.site_not_found_why': 'Maaaring hindi pa ito aprubado, o kulang ang address.',
  'trouble.all_sites': 'Tingnan ang lahat ng aprubadong SITES',
  'trouble.too_many': 'Masyadong maraming kahilingan',
  'trouble.too_many_why':
    'Masyadong maraming kahilingan ang nanggaling sa iyong network. Maghintay nang isang minuto, saka i-load muli ang pahinang ito.',
  'trouble.fault_title': 'Hindi magamit',
  'trouble.fault': 'Hindi magamit ang pahinang ito sa ngayon',
  'trouble.fault_why':
    'Subukang muli maya-maya. Kung hindi pa rin gumana, ibigay sa helpdesk ang reference number na ito:',
  'trouble.altered_title': 'Hindi tugma sa log',
  'trouble.altered': 'Hindi tugma sa log ang talang ito',
  'trouble.altered_why': 'Maaaring binago ito. Naabisuhan na ang bureau.',

  'common.day': '{month} {date}, {year}',
  'common.and': '{first} at {last}',
  'common.month_1': 'Ene',
  'common.month_2': 'Peb',
  'common.month_3': 'Mar',
  'common.month_4': 'Abr',
  'common.month_5': 'May',
  'common.month_6': 'Hun',
  'common.month_7': 'Hul',
  'common.month_8': 'Ago',
  'common.month_9': 'Set',
  'common.month_10': 'Okt',
  'common.month_11': 'Nob',
  'common.month_12': 'Dis',

  // record.
  'record.principle_1': 'Pagsunod sa batas',
  'record.principle_2': 'Bukas na pamamahala',
  'record.principle_3': 'Mga karapatan ng mga katutubong mamamayan at lokal na komunidad',
  'record.principle_4': 'Pakikilahok ng mga stakeholder',
  'record.principle_5': 'Pagpapalakas ng kakayahan',
  'record.principle_6': 'Pagbabahagi ng mga benepisyo',
  'record.principle_7': 'Panganib sa klima, pagkawala ng mga nakamit at paglipat ng emisyon',
  'record.principle_8': 'Pangangalaga sa mga nanganganib na species at sa mga serbisyo ng ecosystem',
  'record.eligible_activities': 'Mga kuwalipikadong gawain sa REDD+',
  'record.activity': 'Gawain',
  'record.hectares': 'Ektarya',
  'record.deforestation': 'Pagbabawas ng emisyon mula sa pagkakalbo ng kagubatan',
  'record.forest_degradation': 'Pagbabawas ng emisyon mula sa pagkasira ng kagubatan',
  'record.conservation': 'Pangangalaga sa nakaimbak na carbon ng kagubatan',
  'record.enhancement': 'Pagpaparami ng nakaimbak na carbon ng kagubatan',
  'record.sustainable_management': 'Likas-kayang pamamahala ng kagubatan',
  'record.very_compliant': 'Lubos na Sumusunod',
  'record.somewhat_compliant': 'Bahagyang Sumusunod',
  'record.not_compliant': 'Hindi Sumusunod',
  'record.not_applicable': 'Hindi Naaangkop',
  'record.today': 'ngayong araw',
  'record.day_ago': '1 araw na ang nakalipas',
  'record.days_ago': '{count} araw na ang nakalipas',
  'record.month_ago': '1 buwan na ang nakalipas',
  'record.months_ago': '{count} buwan na ang nakalipas',
  'record.years_ago': '{count} taon na ang nakalipas',

  // approved.
  'approved.title': 'REDD+ SITES',
  'approved.title_as_of': 'REDD+ SITES noong {day}',
  'approved.description': 'Mga aprubadong REDD+ site at ang pagsunod nila sa walong prinsipyo ng safeguard',
  'approved.region': 'Rehiyon',
  'approved.province': 'Lalawigan',
  'approved.code': 'SITES Code',
  'approved.no_province': 'Wala',
  'approved.grades_label': 'Grado ng pagsunod sa bawat prinsipyo',
  'approved.principle': 'Prinsipyo {number}: {what}',
  'approved.very_compliant_means':
    'Tinanggap ng mga tagasuri ang ebidensya para sa bawat indicator na naaangkop.',
  'approved.somewhat_compliant_means':
    'May tinanggap na ebidensya para sa ilang indicator, ngunit hindi para sa lahat.',
  'approved.not_compliant_means': 'Wala pang na-upload na ebidensya para sa prinsipyong ito.',
  'approved.not_applicable_means':
    'Hindi naaangkop sa site ang prinsipyong ito, kaya walang hininging ebidensya.',

  'list.lead':
    'Mga site sa kagubatan na pumasa sa pagsusuri ng lalawigan, rehiyon at bureau, kasama ang pinakabagong grado nila sa walong prinsipyo ng safeguard.',
  'list.not_a_day': 'Wala sa kalendaryo ang petsa ng listahan. Maglagay ng petsa na gaya ng 2025-06-01.',
  'list.future_day': 'Hindi maaaring lampas sa ngayong araw ang petsa ng listahan.',
  'list.as_it_is_now': 'Ito ang listahan sa kasalukuyan.',
  'list.as_it_was': 'Ang listahan nang matapos ang araw na iyon.',
  'list.show_now': 'Ipakita ang kasalukuyang listahan',
  'list.summary': 'Buod ng Impormasyon {year}',
  'list.show_table': 'Ipakita ang talahanayan',
  'list.all_regions': 'Lahat ng rehiyon',
  'list.show_all_regions': 'Ipakita ang lahat ng rehiyon',
  'list.to_map': 'Mapa ng mga rehiyon',
  'list.try_again': 'Subukang muli',
  'list.download': 'I-download:',
  'list.sites': 'Mga aprubadong SITES',
  'list.search': 'Maghanap',
  'list.search_hint': 'Katuwang, lalawigan o code',
  'list.filters': 'Mga filter',
  'list.filters_active': 'Mga filter ({count})',
  'list.grade': 'Grado',
  'list.all_grades': 'Lahat ng grado',
  'list.compliant': 'Sumusunod',
  'list.as_of': 'Petsa ng listahan',
  'list.rows': 'Row bawat pahina',
  'list.apply': 'Ilapat',
  'list.show_list': 'Ipakita ang listahan',
  'list.partner': 'Pangalan ng Katuwang o Tagapagpatupad',
  'list.compliance': 'Grado ng Pagsunod',
  'list.boundary': 'Hangganan, {hectares} ektarya',
  'list.no_activities': 'Wala pang aktibidad ang site',
  'list.no_match': 'Hindi tugma sa log',
  'list.approved': 'Inaprubahan noong {day}, {age}',
  'list.no_site_fits': 'Walang aprubadong SITES na tumutugma sa mga filter na ito.',
  'list.show_all': 'Ipakita ang lahat ng SITES',
  'list.empty':
    'Wala pang aprubadong SITES. Lalabas dito ang isang site sa sandaling maaprubahan ng bureau ang profile nito.',
  'list.legend': 'Kahulugan ng mga grado',
  'list.showing': 'Ipinapakita: {shown} sa {total} na tala',
  'list.pages': 'Mga pahina',
  'list.page': 'Pahina {number}',
  'list.by_region': 'Mga aprubadong SITES ayon sa rehiyon',
  'list.map': 'Mapa ng mga rehiyon at ang bilang ng mga aprubadong SITES sa bawat isa',
  'list.region': '{region}, {count} aprubadong SITES',
  'list.regions': 'Listahan ng lahat ng rehiyon',
  'list.approved_sites': 'aprubadong SITES',
  'list.credit': 'Tinatayang hangganan lamang. Ginawa gamit ang Natural Earth.',
  'list.rate': 'Masyadong maraming kahilingan. Maghintay sandali at subukang muli.',
  'list.unavailable': 'Hindi pa handa ang serbisyo. Subukang muli maya-maya.',
  'list.internal': 'Nagkaroon ng hindi inaasahang error sa server. Subukang muli mamaya.',
  'list.unanswered':
    'Nagkaroon ng hindi inaasahang error. Walang sagot mula sa server: suriin ang koneksyon at subukang muli.',
  'list.failed': 'May nangyaring mali.',

  'site.back': '← Bumalik sa REDD+ SITES',
  'site.kind': 'REDD+ site {code}',
  'site.certificate': 'Sertipiko',
  'site.about': 'Tungkol sa site na ito',
  'site.city': 'Lungsod o munisipalidad',
  'site.area': 'Lawak ng proyekto',
  'site.hectares': '{hectares} ektarya',
  'site.year': 'Taon ng pagpapatupad',
  'site.years': 'Mga taon ng proyekto',
  'site.from_to': '{from} hanggang {to}',
  'site.reporting_year': 'Taon ng ulat',
  'site.no_reporting_year': 'Hindi nakasaad',
  'site.approved': 'Inaprubahan',
  'site.inside':
    '{hectares} ektarya ayon sa sukat sa loob ng hangganan; ang lawak ng proyekto ay ang idineklara ng tanggapan. Ang gitna ay {towns}.',
  'site.neighbours': 'Kulay-abo: iba pang aprubadong SITES sa tabi nito',
  'site.credit':
    'Pinasimpleng guhit. Rehiyon: ginawa gamit ang Natural Earth. Mga bayan: GeoNames, CC BY 4.0.',
  'site.replaced': 'Pinalitan ang pag-aprubang ito noong {day}.',
  'site.see_current': 'Tingnan ang kasalukuyan, na inaprubahan noong {day}',
  'site.earlier': 'Mga naunang pag-apruba',
  'site.approved_on': 'Inaprubahan noong {day}',
  'site.reporting_year_is': 'Taon ng ulat: {year}',
  'site.reporting_year_missing': 'Hindi nakasaad ang taon ng ulat',
  'site.compliance': 'Pagsunod sa mga Safeguard',
  'site.lead': 'Mga grado sa walong prinsipyo ng safeguard: {grades}.',
  'site.grades_mean':
    'Binibilang ng grado ang mga outcome indicator na may ebidensyang tinanggap ng mga tagasuri. Hindi nito sinasabi kung gaano kahusay ang ebidensya, o kung gaano kahusay ang ginawa.',
  'site.criteria': 'Mga criteria at outcome indicator',
  'site.principle_1':
    'Sumusunod ang gawain sa batas at patakaran sa kagubatan ng Pilipinas, sa lupang may karapatang gamitin ng katuwang.',
  'site.principle_2':
    'Maaaring malaman ng mga tao kung sino ang nagpapasya, paano ginagamit ang pera at saan maaaring magreklamo.',
  'site.principle_3':
    'Iginagalang ang mga karapatan, lupain at kaugalian ng mga katutubong mamamayan at lokal na komunidad, at walang sinisimulan nang walang pahintulot nila.',
  'site.principle_4':
    'Maaaring lumahok sa mga pasya ang lahat ng naaapektuhan ng gawain, kabilang ang kababaihan at kabataan.',
  'site.principle_5':
    'Nabibigyan ng pagsasanay at ng mga kailangang kagamitan ang mga taong nangangalaga sa site.',
  'site.principle_6': 'Patas na ibinabahagi ang mga pakinabang mula sa kagubatan sa mga nangangalaga rito.',
  'site.principle_7':
    'Nagtatagal ang mga pakinabang para sa klima: binabantayan ang mga panganib gaya ng sunog, at hindi basta lumilipat sa ibang lugar ang pagputol ng puno.',
  'site.principle_8':
    'Pinangangalagaan ang likas na kagubatan, ang mga nanganganib na halaman at hayop, at ang mga ibinibigay ng kagubatan gaya ng tubig.',

  'land.map': 'Mapa ng {code}: {hectares} ektarya, {towns}; {count} iba pang aprubadong site sa tabi nito.',
  'land.map_one': 'Mapa ng {code}: {hectares} ektarya, {towns}; 1 iba pang aprubadong site sa tabi nito.',
  'land.layer_drawn': 'Ipinapakita ng {look}: {name}.',
  'land.layer': 'Ipinapakita ng {look}: {name}, ayon sa {source}, {day}. {credit}',
  'land.dashes': 'linyang putol-putol',
  'land.dots': 'linyang tuldok-tuldok',
  'land.dashes_and_dots': 'linyang putol-putol na may tuldok',
  'land.in_town': 'nasa {town}',
  'land.from_town': '{distance} sa {wind} ng {town}',
  'land.north': 'hilaga',
  'land.north_east': 'hilagang-silangan',
  'land.east': 'silangan',
  'land.south_east': 'timog-silangan',
  'land.south': 'timog',
  'land.south_west': 'timog-kanluran',
  'land.west': 'kanluran',
  'land.north_west': 'hilagang-kanluran',
  'land.instruments': 'Mga kasulatan para sa lupa',
  'land.instrument': '{kind}, {year}',
  'land.expired_instrument': '{kind}, {year} (paso na)',
  'land.certification_precondition': 'Certification Precondition',
  'land.certificate_of_non_overlap': 'Certificate of non-overlap',
  'land.fpic_memorandum': 'Memorandum ng kasunduan sa FPIC',
  'land.cadt_calt': 'CADT o CALT',
  'land.pamb_clearance': 'PAMB clearance',
  'land.environmental_compliance_certificate': 'Environmental compliance certificate',
  'land.cbfma': 'CBFMA',
  'land.ifma': 'IFMA',
  'land.sifma': 'SIFMA',
  'land.other': 'Ibang kasulatan',

  'wrong.title': 'May mali ba?',
  'wrong.office': 'Ang {office}, {region}, ang nagpasok ng talang ito at ang may pananagutan dito.',
  'wrong.address': 'Address: {address}',
  'wrong.no_address': 'Hindi pa nailalagay ng bureau ang address ng tanggapang ito.',
  'wrong.hotline':
    'Para sa reklamo tungkol sa alinmang tanggapan ng pamahalaan, tumawag sa 8888 Citizens’ Complaint Center: {number}.',
  'wrong.complaints': 'Pahina ng mga reklamo ng {bureau}',
  'wrong.no_complaints': 'Wala pang itinakdang sariling pahina para sa mga reklamo ang {bureau}.',

  // certificates.
  'certificates.title': 'Sertipiko',
  'certificates.check_title': 'Pagsusuri ng sertipiko',

  'certificates.back': '← Bumalik sa site',
  'certificates.kind': 'Sertipiko ng pag-apruba',
  'certificates.says':
    'Pinatutunayan ng {bureau} na sinuri ng lalawigan, ng rehiyon at ng bureau ang REDD+ site na ito at ang ebidensya nito, at na inaprubahan noong {day} ang mga grado sa ibaba.',
  'certificates.partner': 'Katuwang o tagapagpatupad',
  'certificates.sites_code': 'SITES Code',
  'certificates.approved': 'Inaprubahan',
  'certificates.region': 'Rehiyon',
  'certificates.province': 'Lalawigan',
  'certificates.no_province': 'Wala',
  'certificates.city': 'Lungsod o munisipalidad',
  'certificates.area': 'Lawak ng proyekto',
  'certificates.hectares': '{count} ektarya',
  'certificates.year_implemented': 'Taon ng pagpapatupad',
  'certificates.years': 'Mga taon ng proyekto',
  'certificates.from_to': '{first} hanggang {last}',
  'certificates.grades': 'Pagsunod sa mga Safeguard',
  'certificates.grades_of': 'Pagsunod sa mga Safeguard, taon ng ulat {year}',
  'certificates.reporting_year': 'Taon ng ulat',
  'certificates.no_reporting_year': 'Hindi nakasaad',
  'certificates.principle': 'Prinsipyo',
  'certificates.grade': 'Grado',
  'certificates.boundary':
    'Ang kasalukuyang hangganan, pinasimple, kasama ang sukat na ektarya sa loob nito. Hindi bahagi ng pinatutunayang nilalaman. Ginawa gamit ang Natural Earth. Mga bayan: GeoNames, CC BY 4.0.',

  'certificates.check_this': 'Suriin ang sertipikong ito',
  'certificates.qr': 'QR code ng {address}',
  'certificates.scan':
    'I-scan ang parisukat, o i-type ang code sa {address}. Ipinapakita ng pahina ang talang ito sa kasalukuyan at kung nagbago na ito mula noon.',
  'certificates.code': 'Code:',
  'certificates.issued': 'Inilabas noong {issued}. Binuksan noong {opened}. SHA-256 ng nilalaman',
  'certificates.in_log': 'Sa pampublikong log',
  'certificates.not_in_log': 'Wala pang checkpoint ng pampublikong log na sumasaklaw sa pag-aprubang ito.',
  'certificates.in_checkpoint':
    'Kabilang ang pag-apruba sa unang {count} entry ng {origin}, na may root na {root}.',
  'certificates.verify': 'Masusuri ito ng sinuman nang hindi ginagamit ang sistemang ito: {proof}',
  'certificates.proof': 'patunay ng pag-apruba',

  'certificates.none': 'Walang sertipiko rito',
  'certificates.none_why':
    'Ang mga pag-aprubang nasa pampublikong listahan lamang ang may sertipiko, at maaaring kulang ang address.',
  'certificates.replaced': 'Pinalitan na ang pag-aprubang ito ng mas bago, na may sariling sertipiko.',
  'certificates.newer': 'Tingnan ang sertipiko ng mas bagong pag-apruba',
  'certificates.printed_one': 'May hawak ka bang nakalimbag na sertipiko? {check}',
  'certificates.check_code': 'Suriin ang code nito',

  'certificates.mistyped': 'Pakisuri ang code: may kulang o mali sa 16 na titik at numero nito.',
  'certificates.unknown': 'Walang sertipiko sa rehistrong ito na may ganitong code.',
  'certificates.field': 'Code ng sertipiko',
  'certificates.field_hint':
    '16 na titik at numero sa tabi ng parisukat na disenyo. Puwedeng maliliit ang titik at walang gitling.',
  'certificates.check': 'Suriin',
  'certificates.check_another': 'Magsuri ng iba pa',
  'certificates.valid': 'May bisa at hindi nagbago',
  'certificates.changed': 'Nagbago mula nang ilimbag',
  'certificates.invalid': 'Wala nang bisa',
  'certificates.issued_by': 'Inilabas ng {bureau} ang sertipikong {code} noong {day}.',
  'certificates.unchanged_why':
    'Hindi nagbago ang tala mula nang ilabas ang sertipikong ito. Pakihambing ang papel sa pahinang ito.',
  'certificates.see_page': 'Tingnan ang pahina ng site',
  'certificates.newer_approval':
    'Ang nakalimbag na pag-apruba noong {printed} ay pinalitan ng mas bago noong {newer}.',
  'certificates.list_differs': 'Iba na ngayon ang nasa pampublikong listahan kaysa sa nakalimbag.',
  'certificates.changed_grades': 'Mga grado',
  'certificates.changed_facts': 'Iba pang nagbago',
  'certificates.changed_field': 'Detalye',
  'certificates.as_printed': 'Nakalimbag',
  'certificates.now': 'Ngayon',
  'certificates.changed_value': '{value} (nagbago)',
  'certificates.see_site': 'Tingnan ang site sa kasalukuyan',
  'certificates.withdrawn': 'Binawi',
  'certificates.withdrawn_title': 'Binawi ang pag-apruba',
  'certificates.withdrawn_on': 'Binawi noong {day} ang pinal na pag-apruba ng {code} ({partner}).',
  'certificates.withdrawn_because':
    'Binawi noong {day} ang pinal na pag-apruba ng {code} ({partner}). Dahilan: {reason}',
  'certificates.withdrawn_means':
    'Wala nang bisa ang mga sertipiko ng pag-aprubang ito. Kailangan ng bagong pagsusuri ng PENRO, Region at FMB para sa bagong pag-apruba.',
  'certificates.left_list':
    'Wala na sa pampublikong listahan ang {code} ({partner}). Wala nang bisa ang nakalimbag na sertipiko.',
  'certificates.deactivated':
    'Wala na sa pampublikong listahan ang {code} ({partner}): na-deactivate ito noong {day}. Wala nang bisa ang nakalimbag na sertipiko.',

  // checking.
  'checking.checkpoint_title': 'Ang huling checkpoint',
  'checking.formula_title': 'Mula sa isang row hanggang sa checkpoint',
  'checking.witness_title': 'Mag-set up ng saksi sa loob lamang ng sampung minuto',
  'checking.description':
    'Paano matitiyak ng sinuman na hindi binago ang audit log ng mga aprubadong REDD+ site',
  'checking.back': '← Suriin ang aming mga tala',

  'checking.stopped': 'Nakatigil ang paglalathala mula pa noong {moment}.',
  'checking.differs':
    'Natuklasan ng sistema na iba ang log nito sa log na inilathala nito. Wala itong ilalathala hangga’t hindi natutukoy ng bureau ang sanhi. Ihambing ang log sa isang checkpoint na itinabi mo.',
  'checking.waiting': 'May mas bagong row ng log na naghihintay na mailathala. Maaaring may sira ang server.',
  'checking.none_covered': 'Walang row na saklaw ng checkpoint.',
  'checking.some_covered':
    'Saklaw ng huling checkpoint ang {count} entry. Hindi saklaw ang mga row na isinulat pagkatapos nito, at hindi pa masusuri ang mga iyon.',
  'checking.refused': 'Tumatangging lumagda ang saksing {name} mula pa noong {moment}.',
  'checking.refused_means':
    'Ayon dito, hindi ito ang log na nilagdaan nito noon: muling isinulat ang log, o mali ang saksi. Naabisuhan na ang bureau. Ihambing ang log sa isang checkpoint na itinabi mo.',
  'checking.accepted': 'Itinigil ang log na ito, at ipinagpatuloy ng isang operator noong {moment}.',
  'checking.accepted_means':
    'Natuklasan ng sistema na hindi ito ang log na inilathala noon, gaya ng pagkatapos ibalik ang isang lumang kopya. Ihambing ito sa isang checkpoint na itinabi mo bago ang araw na iyon.',
  'checking.one_altered': '1 tala ang hindi tugma sa log sa ngayon.',
  'checking.many_altered': '{count} tala ang hindi tugma sa log sa ngayon.',
  'checking.one_notified': 'Maaaring binago ito. Naabisuhan na ang bureau.',
  'checking.many_notified': 'Maaaring binago ang mga ito. Naabisuhan na ang bureau.',

  'checking.intro':
    'Ang bawat hakbang ng isang tala ay isinusulat bilang isang row sa log: kung sino ang nagsumite, nag-apruba o nagbalik nito, at kung kailan. Hindi mo kailangang magtiwala sa amin na hindi nababago ang log na ito. Ipinapakita ng pahinang ito kung paano mo ito masusuri, at kung ano ang hindi masusuri.',
  'checking.what': 'Ano ang log',
  'checking.what_entry':
    'Ginagawang entry ang bawat row: 32 byte na walang ibinubunyag tungkol dito ({formula}). Ang lahat ng entry ay bumubuo ng isang maikling tekstong may lagda, ang {checkpoint}.',
  'checking.formula_link': 'kung paano, hakbang-hakbang',
  'checking.checkpoint_link': 'checkpoint',
  'checking.first_soon': 'Malapit nang lumabas ang una.',
  'checking.covers_one': 'Saklaw ng huli ang 1 entry.',
  'checking.covers_many': 'Saklaw ng huli ang {count} entry.',
  'checking.covers_one_all':
    'Saklaw ng huli ang 1 entry, na siyang lahat ng row maliban sa mga naisulat nitong huling ilang segundo.',
  'checking.covers_many_all':
    'Saklaw ng huli ang {count} entry, na siyang lahat ng row maliban sa mga naisulat nitong huling ilang segundo.',
  'checking.what_changed':
    'Kapag may row na binago, inalis o isiningit, hindi na tutugma ang log sa checkpoint.',
  'checking.keep':
    'Kaya sa pagsusuri ng nakaraan, kailangan ang isang bagay na mula rin sa nakaraan. Napoprotektahan ng checkpoint na itatabi mo ngayon ang bawat row hanggang sa araw na ito: i-save ito, i-print, o i-email sa isang kasamahan. Magtabi ng bago paminsan-minsan, at huwag itapon ang mga luma.',

  'checking.signers': 'Mga lumagda',
  'checking.signed_by': 'Nilagdaan namin at ng {count} pang organisasyon: {names}.',
  'checking.signed_by_us': 'Kami lamang ang lumagda.',
  'checking.no_other':
    'Bukod sa amin, walang organisasyong lumagda sa checkpoint nitong huling dalawang araw.',
  'checking.one_other':
    'Isang organisasyon bukod sa amin ang lumagda sa checkpoint nitong huling dalawang araw: {name}. Ibinibilang lamang namin ang iba kapag dalawa na sila, dahil ang nag-iisa ay maaaring kasabwat namin.',
  'checking.no_witness': 'Walang itinakdang saksi.',
  'checking.signed_nothing': 'Wala pang nilalagdaan ang {name}.',
  'checking.signed_last': 'Nilagdaan ng {name} ang huling checkpoint noong {moment}.',
  'checking.signed_earlier':
    'Nilagdaan ng {name} noong {moment} ang isang naunang checkpoint na may {count} entry.',
  'checking.own_domain': 'Tumatakbo ito sa sarili naming domain at hindi ibinibilang.',
  'checking.witness_key': 'Ang susi nito, na dapat kunin sa saksi mismo at hindi sa amin: {key}',
  'checking.organisations':
    'Ang organisasyon ay ang domain sa pangalan ng saksi. Ibinibilang na isa ang dalawang saksi sa iisang domain, at hindi ibinibilang ang saksi sa aming domain. Maaari ka ring maging saksi: {link}.',
  'checking.witness_link': 'mag-set up ng saksi sa loob lamang ng sampung minuto',

  'checking.commands': 'Tatlong command',
  'checking.needs':
    'Kailangan ng mga ito ang curl at Python 3.8 o mas bago, na nasa karamihan ng computer na may Linux o macOS, at dalawang maikling program namin na dapat mo munang basahin: {first} at {second}.',
  'checking.fetch':
    'I-download ang checkpoint, ang susi at ang mga program. Itabi ang checkpoint at ang susi kung saan hindi namin mababago ang mga ito.',
  'checking.fetch_approval':
    'I-download ang checkpoint, ang susi, ang mga program, at ang patunay ng isang pag-apruba. Itabi ang checkpoint at ang susi kung saan hindi namin mababago ang mga ito.',
  'checking.no_approval':
    'Sinusuri ng ikalawang command ang patunay ng isang pag-apruba. Lalabas ito rito kapag may naaprubahan nang site.',
  'checking.prove':
    'Suriin kung nasa log ang pag-apruba ng isang site. Kung PROVED ang lumabas, kabilang ang row sa mga saklaw ng checkpoint, at ipinapakita ang nilalaman nito; kung NOT PROVED, hindi ito kabilang.',
  'checking.extends':
    'Sa alinmang araw pagkatapos nito: suriin kung nagsisimula pa rin ang log sa checkpoint na itinabi mo. Kung EXTENDS ang lumabas, walang binago, inalis o isiningit sa mga nauna rito; kung DIFFERS, mayroon. Walang sinasabi ang NOT REACHED tungkol sa log: may hindi nabasa, kaya subukan muli.',
  'checking.sha256':
    'May nakasaad na SHA-256 sa patunay ng isang file o ng isang buod ng impormasyon. Pareho ang hawak mong kopya kung iyon din ang ilalabas ng “sha256sum FILE”.',
  'checking.mailed_line':
    'Maaaring gamitin kapalit ng checkpoint ang isang linya mula sa aming araw-araw na email, na na-save bilang file. Kung lumabas ang DIFFERS o NOT SIGNED, ipaalam ito sa pinakamaraming taong maaabot mo, at itabi ang iyong mga file: ang mga iyon ang ebidensya.',

  'checking.outside': 'Iba pang nagtatabi ng mga checkpoint',
  'checking.no_outside':
    'Walang itinakdang time stamp authority at walang address para sa araw-araw na email: ikaw mismo ang magtabi ng checkpoint.',
  'checking.stamped_nothing': 'Ang time stamp authority sa {url}, na wala pang natatatakan.',
  'checking.stamped':
    'Ang time stamp authority sa {url}. Huling natatakan: ang {checkpoint}, sa pamamagitan ng {stamp}, na binabasa ng “openssl ts -verify”.',
  'checking.checkpoint_of': 'checkpoint ng {day}',
  'checking.this_stamp': 'time stamp na ito',
  'checking.one_reader': 'Isang mambabasa ang tumatanggap ng checkpoint ng bawat araw sa email.',
  'checking.readers': '{count} mambabasa ang tumatanggap ng checkpoint ng bawat araw sa email.',

  'checking.found': 'Ang natutuklasan, at kung paano',
  'checking.found_nightly':
    'Inihahambing sa log bawat gabi ang nababasa ng publiko: mga grado, lawak, petsa, katuwang, lugar, bilang at pahayag ng mga aprubadong tala, mga sertipiko at mga inilathalang buod; at bawat tatlumpung araw ang bawat file ng ebidensya. Minamarkahan ang talang hindi tumutugma, at hindi ipinapakita ang sertipiko, mga patunay at mga buod nito.',
  'checking.found_control':
    'Kung kontrolado ng isang tao ang buo naming database, binura niya ang lahat ng bakas doon at pinalagdaan niyang muli sa sistema ang lahat:',
  'checking.done': 'Ano ang ginawa',
  'checking.by_nothing': 'Natutuklasan kahit walang itinabi?',
  'checking.by_store': 'Natutuklasan ng aming imbakan ng file?',
  'checking.by_checkpoint': 'Natutuklasan gamit ang itinabing checkpoint, o linya mula sa email?',
  'checking.by_witness': 'Natutuklasan ng saksi?',
  'checking.by_stamp': 'Natutuklasan gamit ang itinabing time stamp?',
  'checking.row_changed': 'Binago ang isang row ng isang naunang araw',
  'checking.days_removed': 'Inalis ang mga huling araw',
  'checking.rebuilt': 'Binuong muli ang buong log nang wala ang isang row',
  'checking.inserted': 'Isiningit ang isang row sa petsang sampung araw na ang nakalipas',
  'checking.cut': 'Pinutol ang mga pinakabagong row',
  'checking.key_replaced': 'Pinalitan ang susi sa paglagda',
  'checking.day_removed': 'Inalis ang isang buong araw',
  'checking.no': 'Hindi',
  'checking.yes': 'Oo',
  'checking.yes_key': 'Oo, gamit ang itinabing susi',
  'checking.limit_store':
    'Natutuklasan lamang ito ng imbakan ng file hangga’t hindi rin doon nagsusulat ang taong iyon.',
  'checking.limit_checkpoint':
    'Natutuklasan ito ng checkpoint kung na-save ito matapos isulat ang mga row at bago baguhin ang mga iyon. Hindi nito pinatutunayan kung kailan ito ginawa; ang saksi at ang time stamp ang nagpapatunay niyon.',
  'checking.limit_witness':
    'Natutuklasan ito ng saksi sa susunod na pagtatanong dito, sa loob ng isang minuto, at sinasabi iyon sa isang pahina ng bureau. Kung titigil ang bureau sa pagtatanong sa saksi, mawawala ang lagda ng saksi sa mga checkpoint.',
  'checking.limit_stamp':
    'Pinatutunayan ng time stamp na umiiral na ang isang checkpoint noong araw na iyon, kahit hawak pa ng isang tao ang aming susi. Wala itong natutuklasan nang mag-isa: itabi ito kasama ng checkpoint nito.',

  'checking.not_found': 'Ang hindi matutuklasan',
  'checking.not_truth':
    'Kung totoo ang isang row. Pinatutunayan ng log kung kailan naitala ang isang bagay, at na hindi ito binago mula noon.',
  'checking.not_newest':
    'Ang pagbabago sa mga pinakabagong row, sa mga segundo bago saklawin ng checkpoint ang mga iyon.',
  'checking.not_both':
    'Ang pagbabagong ginawa ng taong may kontrol sa database at sa imbakan ng file, kung walang tagalabas na nagtabi ng checkpoint at walang saksing tinatanong.',
  'checking.not_two':
    'Ang dalawang log na ipinapakita ng bureau sa dalawang mambabasa, hanggang sa paghambingin nila ang kanilang mga checkpoint o magtanong sila sa isang saksi, na isa lamang sa mga ito ang nilalagdaan.',
  'checking.not_erased':
    'Ang mga binurang pangalan at komento ng isang row, gaya ng maaaring hingin ng batas. Nananatili sa log kung ano ang nangyari at kung kailan, pati ang mga datos, at mapatutunayan ang mga ito.',
  'checking.not_before': 'Ang anumang nauna sa unang checkpoint ng log na ito.',

  'checking.log_name': 'Pangalan ng log',
  'checking.entries': 'Mga entry',
  'checking.published': 'Inilathala',
  'checking.not_known': 'hindi alam',
  'checking.root': 'Root',
  'checking.checkpoint_is':
    'Ang checkpoint ay ang may-lagdang kabuuan ng lahat ng row ng log hanggang sa isang tiyak na sandali. Kapag may isa sa mga ito na binago, inalis o isiningit, hindi na tutugma rito ang log.',
  'checking.text': 'Ang teksto',
  'checking.programs':
    'Binabasa ito ng mga program sa {checkpoint}. Nasa {key} ang susing ginamit sa paglagda rito. I-save ang dalawa kung saan hindi namin mababago ang mga ito: gamit ang mga ito, malalaman mo sa ibang araw kung binago ang log ({how}).',
  'checking.how_link': 'kung paano',
  'checking.unpublished':
    'Wala pang nailalathala. Lalabas dito ang unang checkpoint sa loob ng isang minuto.',

  // summaries.
  'summaries.title': 'Buod ng Impormasyon {year}',
  'summaries.withdrawn_title': 'Binawing buod',
  'summaries.description':
    'Paano tinutugunan at iginagalang ang mga safeguard ng Cancun para sa REDD+; nasa annex ang bawat bilang',

  'summaries.intro':
    'Paano tinutugunan ng mga patakaran at institusyon ang mga safeguard ng Cancun para sa REDD+, at paano iginagalang ang mga ito sa mga isinagawa. Ang bawat bilang dito ay may link sa row nito sa annex.',
  'summaries.no_records': 'Walang talang binanggit dito.',
  'summaries.one_unchanged': 'Hindi nagbago mula noon ang nag-iisang talang binanggit dito.',
  'summaries.one_changed': 'Nagbago mula noon ang nag-iisang talang binanggit dito.',
  'summaries.none_changed': 'Walang nagbago mula noon sa {records} talang binanggit dito.',
  'summaries.first_changed': '1 sa {records} talang binanggit dito ang nagbago mula noon.',
  'summaries.some_changed': '{changed} sa {records} talang binanggit dito ang nagbago mula noon.',
  'summaries.records_withdrawn': 'Binawi ang pag-apruba sa mga talang binanggit dito: {records}.',
  'summaries.record_withdrawn': '{code} ({year}) noong {day}',
  'summaries.citation_withdrawn': 'Binawi ang pag-apruba sa talang ito noong {day}.',

  'summaries.files': 'Ang buod na ito bilang mga file',
  'summaries.docx': 'Dokumentong Word',
  'summaries.json': 'JSON',
  'summaries.csv': 'Mga bilang sa CSV',
  'summaries.evidence': 'Listahan ng ebidensya sa CSV',

  'summaries.frozen': 'Isinapinal',
  'summaries.manila': '{moment}, oras sa Maynila',
  'summaries.sha256': 'SHA-256',
  'summaries.proof': 'Patunay',
  'summaries.how': 'Paano ito susuriin nang hindi umaasa sa amin',
  'summaries.how_what':
    'Ipinapakita nito na inilathala ang buod na ito na may ganitong SHA-256, na siyang SHA-256 ng JSON file nito.',
  'summaries.how_read':
    'PROVED ang sasabihin ng ikalawang command, at ang SHA-256 sa huling linya nito ang ilalabas ng ikatlo (sa macOS: shasum -a 256). Ipinaliliwanag sa {page} kung ano ang kahulugan nito, at kung ano ang hindi.',

  'summaries.replaced': 'Pinalitan noong {day} ng {newer}.',
  'summaries.newer_of': 'mas bagong buod ng {year}',
  'summaries.replaced_why':
    'Pinananatili ito ng bureau sa anyong isinapinal, upang masuri ang mga sumipi rito.',
  'summaries.replaced_proof': 'Patunay ng pagpapalit',
  'summaries.earlier': 'Mga naunang buod ng {year}',
  'summaries.earlier_replaced': 'Isinapinal noong {frozen}, pinalitan noong {day}',
  'summaries.earlier_withdrawn': 'Isinapinal noong {frozen}, binawi noong {day}',

  'summaries.was_withdrawn': 'Binawi ang {title}',
  'summaries.withdrawn': 'Binawi noong {day}.',
  'summaries.withdrawn_reason': 'Binawi noong {day}. Dahilan: {reason}',
  'summaries.see_newer': 'Tingnan ang mas bagong buod ng {year}',
  'summaries.withdrawn_sha256': 'SHA-256 ng binawing JSON file',
  'summaries.withdrawn_proof': 'Patunay ng pagbawi',
  'summaries.withdrawn_how':
    'Ipinapakita ng patunay kung kailan ito binawi ng bureau at kung bakit. Ipinaliliwanag sa {page} kung paano ito susuriin.',

  'summaries.none': 'Hindi natagpuan ang buod na ito',
  'summaries.none_why': 'Maaaring hindi pa ito nailalathala, o kulang ang address.',

  // open_data.
  'open_data.intro':
    'Ang pampublikong rehistro ng mga aprubadong REDD+ site bilang mga file: ang lisensya, ang mga column, at ang mga address na hindi nagbabago.',
  'open_data.register': 'Mga Aprubadong REDD+ SITES ng Pilipinas',
  'open_data.register_words':
    'Mga REDD+ site na pumasa sa pagsusuri ng lalawigan, ng rehiyon at ng bureau, kasama ang pinakabagong grado nila sa walong prinsipyo ng safeguard.',
  'open_data.country': 'Pilipinas',
  'open_data.span':
    'Nagsimula ang rehistro noong {first}, at noong {last} ang pinakahuling pag-aprubang nagpabago rito.',
  'open_data.empty': 'Wala pang aprubadong site, kaya walang row ang mga file.',

  'open_data.licence': 'Lisensya',
  'open_data.licence_named': 'Inilalathala ang datos sa ilalim ng {licence}.',
  'open_data.licence_none':
    'Wala pang napiling lisensya ang bureau. Hangga’t wala pa, sakop din ng mga tuntunin nito ng paggamit ang datos:',
  'open_data.licence_product':
    'Malayang software sa ilalim ng Apache-2.0 ang sistemang nasa likod ng pahinang ito. Ang mga lisensya ng mga package nito:',

  'open_data.files': 'Mga file',
  'open_data.files_words':
    'Hindi kailangan ng key o account. Makakakuha ang bawat network ng hanggang {count} sagot kada minuto sa kabuuan, para sa mga pahina at file.',
  'open_data.file': 'File',
  'open_data.format': 'Format',
  'open_data.content': 'Ano ito',
  'open_data.file_csv':
    'isang row sa bawat site, para sa mga spreadsheet; UTF-8 na may byte order mark, pinaghihiwalay ng kuwit',
  'open_data.file_geojson':
    'ang parehong mga row para sa mapa, bawat isa ay nasa takdang punto ng rehiyon nito',
  'open_data.file_cad_trust_json':
    'ang parehong mga site gamit ang mga pangalan sa data dictionary ng Climate Action Data Trust, bersyon 2.0.2; nasa simula nito ang listahan ng kulang dito',
  'open_data.file_cad_trust_csv': 'ang parehong datos bilang talahanayan',
  'open_data.file_records_went':
    'kung ilang araw naghintay ang mga tala sa bawat antas, ayon sa rehiyon, sa huling labindalawang buwan',

  'open_data.columns': 'Mga column',
  'open_data.column': 'Column',
  'open_data.field': 'Field sa GeoJSON',
  'open_data.meaning': 'Kahulugan',
  'open_data.code_means':
    'ang numero ng site: rehiyon, taon at sunod-sunod na numero. Hindi ito nagbabago at hindi na muling ginagamit, kaya ito ang batayan sa paghahambing ng mga row ng dalawang taon',
  'open_data.region_means': 'ang rehiyon ng site',
  'open_data.province_means':
    'ang lalawigan nito; N/A sa Pambansang Punong Rehiyon (NCR), na walang lalawigan, at null sa GeoJSON',
  'open_data.city_means': 'ang lungsod o munisipalidad nito',
  'open_data.partner_means': 'ang organisasyong nagpapatupad ng proyekto roon',
  'open_data.grades_mean':
    'isang column sa bawat prinsipyo ng safeguard. Ang mga grado, na nasa Ingles sa file: {grades}. N/A, at null sa GeoJSON, kung wala pang aprubadong aktibidad ang site',
  'open_data.reporting_year_means':
    'ang taon na iniuulat ng pinakahuling aprubadong aktibidad; N/A, at null sa GeoJSON, kung walang nakasaad',
  'open_data.project_area_means': 'ang lawak ng proyekto ayon sa inilagay ng tanggapan',
  'open_data.activities_mean':
    'isang column sa bawat aktibidad na saklaw ng REDD+, na may lawak sa ektarya; walang laman kung hindi ito pinili ng site. Sa GeoJSON, listahan ng mga pangalan at ektarya',
  'open_data.year_means': 'ang taon kung kailan sinimulan ang proyekto sa site',
  'open_data.project_years_mean': 'ang una at ang huling taon ng proyekto',
  'open_data.page_means':
    'ang address ng pahina ng pinakahuling pag-apruba; N/A, at null sa GeoJSON, kung wala pa nito ang site',
  'open_data.approved_means':
    'ang araw ng pinakahuling pag-apruba sa oras ng Maynila; sa GeoJSON, ang eksaktong oras sa UTC',
  'open_data.altered_means':
    'true, sa mga tala lamang na hindi tugma sa log. Hindi inilalagay ang mga grado, ektarya, aktibidad at taon ng mga ito, at sinasabi iyon ng CSV sa mga column na iyon',

  'open_data.as_of': 'Ang rehistro sa napiling petsa',
  'open_data.as_of_words':
    'Kapag may {parameter}, laman ng file ang rehistro sa pagtatapos ng araw na iyon sa Maynila, kasama ang mga grado noon. Pareho hanggang sa huling byte ang ganitong file kahit kailan ito i-download.',
  'open_data.as_of_example': 'Ang rehistro sa pagtatapos ng huling buong taon:',
  'open_data.points': 'Hindi lokasyon ang mga punto',
  'open_data.points_words':
    'Bawat punto sa GeoJSON file ay isang takdang punto ng rehiyon ng site. Hindi ito ang lokasyon ng site, kaya huwag itong gamitin sa pagsukat ng layo. Nananatili sa bureau ang mga hangganan; may larawan ng hangganan sa pahina ng bawat site.',

  'open_data.addresses': 'Mga address na hindi nagbabago',
  'open_data.addresses_words':
    'Hindi nagbabago ang mga address sa pahinang ito, ang pahina ng bawat pag-apruba, at ang pahina ng bawat nailathalang buod. Nananatili rin ang pahina ng pag-aprubang napalitan na, na may link sa mas bago.',
  'open_data.feed': 'Atom feed',
  'open_data.feed_title': 'Mga Aprubadong REDD+ SITES',
  'open_data.feed_words': 'Ang mga pinakabagong pag-apruba para sa mga feed reader:',
  'open_data.catalogue_words': 'Ang pahinang ito para sa mga katalogo ng datos (DCAT 3):',
  'open_data.site_map_words': 'Ang lahat ng pampublikong pahina para sa mga robot:',

  'open_data.programs': 'Mga API call para sa mga program',
  'open_data.programs_words':
    'Maaari ding maghanap, mag-filter at magbasa nang pahi-pahina sa rehistro ang mga program. Kailangan ng mga API call na ito ang key ng produktong ito sa header na {header}. Hindi ito lihim: nasa {config} ito bilang {field}. Narito ang paglalarawan ng lahat ng API call:',
  'open_data.programs_example': 'Halimbawa, ang bilang ng mga site sa bawat rehiyon:',

  'open_data.cite': 'Paano sumipi',
  'open_data.cite_words':
    'Banggitin ang bureau, ang rehistro, ang araw na tinutukoy ng file, at ang address nito. Halimbawa:',
  'open_data.cite_example': '{bureau}: {register}, noong {day}. {address}',
  'open_data.check': 'Paano magsuri',
  'open_data.check_words':
    'Bawat pag-apruba ay isang row sa log na masusuri ng sinuman. Ipinapakita sa pahinang {verify} kung paano, at sa pahinang {went} kung gaano katagal bago matapos ang pagsusuri sa mga tala.',

  'open_data.site_area': '{hectares} ektarya',
  'open_data.picture': 'Mapa ng {site}, {code}, {bureau}',

  'open_data.went_intro':
    'Gaano katagal naghihintay ang mga tala sa bawat antas ng pagsusuri sa bawat rehiyon, ilan sa mga ito ang ibinabalik, at ilang renewal ang lampas na sa takda. Walang ipinapakitang pangalan o tanggapan.',
  'open_data.went_span': 'Binilang mula {first} hanggang {last}, isang beses sa isang araw.',
  'open_data.went_meanings': 'Ang kahulugan ng mga bilang',
  'open_data.went_waited': 'Mga araw ng paghihintay',
  'open_data.went_waited_means':
    'Ang mga araw mula nang isumite ang tala, o mula nang aprubahan ito ng naunang antas, hanggang aprubahan o ibalik ito ng antas na sumusuri, bilang median hanggang ikasampu ng isang araw: kalahati ng mga desisyon ay hindi lumampas dito. Magkasamang binibilang ang mga profile at aktibidad.',
  'open_data.went_returned': 'Naibalik nang kahit isang beses',
  'open_data.went_returned_means':
    'Kung ilan sa mga talang may pinal na pag-apruba ang ibinalik para itama nang kahit isang beses bago ang pag-aprubang iyon.',
  'open_data.went_overdue': 'Mga renewal na lampas na sa takda',
  'open_data.went_overdue_means':
    'Mga site sa pampublikong listahan na huling inaprubahan nang mahigit labindalawang buwan bago ang huling araw na binilang.',
  'open_data.went_few_means':
    'Kung wala pang 5, hindi ipinapakita ang kanilang bilang at resulta, upang walang taong makilala sa bilis ng kanyang trabaho. Hindi rin ipinapakita ang bilang ng buong bansa, dahil makukuha mula rito ang kanilang bilang.',
  'open_data.went_region': 'Rehiyon',
  'open_data.went_penro': 'Mga araw sa lalawigan (PENRO)',
  'open_data.went_regional': 'Mga araw sa rehiyon',
  'open_data.went_fmb': 'Mga araw sa bureau (FMB)',
  'open_data.went_figure': '{figure} (sa {count})',
  'open_data.went_few': 'wala pang 5',
  'open_data.went_none': 'wala',
  'open_data.went_of_sites': '{overdue} sa {sites}',
  'open_data.went_download': 'I-download ang talahanayang ito:',

  // password.
  'password.very_weak': 'Napakahina',
  'password.weak': 'Mahina',
  'password.fair': 'Katamtaman',
  'password.strong': 'Malakas',
  'password.very_strong': 'Napakalakas',
  'password.strength': 'Lakas ng password',
  'password.rules': 'Mga tuntunin sa password',
  'password.rule_done': 'natugunan',
  'password.rule_to_do': 'hindi pa natutugunan',
  'password.bad_link_title': 'Hindi na-reset ang password',
  'password.bad_link_retry': 'Subukang muli ang pag-reset ng password',
  'password.bad_link': 'Hindi nabago ang iyong password. Isa sa mga ito ang dahilan:',
  'password.bad_link_expired': 'Lipas na ang link: sa limitadong panahon lamang ito gumagana.',
  'password.bad_link_used': 'Nagamit na ang link: isang beses lamang gumagana ang bawat link.',
  'password.bad_link_error': 'Error sa proseso: nagkaroon ng problema habang isinasagawa ito.',
  'password.create_done_title': 'Matagumpay na nagawa ang password',
  'password.create_done': 'Maaari ka nang mag-log in gamit ang iyong bagong password.',
  'password.new_password': 'Bagong password',
  'password.confirm_password': 'Kumpirmahin ang password',
  'password.forgot_lead':
    'Ilagay ang email address ng iyong account. Padadalhan ka namin ng link para makagawa ng bagong password.',
  'password.forgot_send': 'Kunin ang mga tagubilin sa pag-reset ng password',
  'password.forgot_done_title': 'Natanggap ang kahilingang i-reset ang password',
  'password.forgot_done': 'Tingnan ang iyong email para matapos ang pag-reset ng iyong password.',
  'password.change_first':
    'Pumili muna ng sarili mong password. Ang ipinadala sa iyong email ang lumang password; isang beses lamang itong gumagana.',
  'password.change_lead': 'Mala-log out ka, at makakapag-log in kang muli gamit ang bagong password.',
  'password.back_to_profile': '← Bumalik sa profile',
  'password.old_password': 'Lumang password',
  'password.same_password': 'Hindi maaaring pareho ng kasalukuyang password ang bagong password.',
  'password.change_done_title': 'Matagumpay na napalitan ang password',
  'password.change_done': 'Mag-log in gamit ang iyong bagong password.',
  'password.contains_email': 'Nasa password ang "{word}", na bahagi ng iyong email address. Pumili ng iba.',
  'password.contains_name': 'Nasa password ang "{word}", na bahagi ng iyong pangalan. Pumili ng iba.',
  'password.contains_bureau':
    'Nasa password ang "{word}", na salita ng bureau o ng sistemang ito. Pumili ng iba.',
  'password.is_pattern': 'Paulit-ulit o sunod-sunod ang mga karakter ng password. Pumili ng iba.',
  'password.is_common':
    'Napakakaraniwang salita o password ito, kahit may mga numero at karakter sa paligid nito. Pumili ng iba.',
  'password.rule_length': 'Hindi bababa sa 12 karakter',
  'password.rule_lower': 'Hindi bababa sa isang maliit na titik',
  'password.rule_upper': 'Hindi bababa sa isang malaking titik',
  'password.rule_special': 'Hindi bababa sa isang espesyal na karakter',
  'password.rule_digit': 'Hindi bababa sa isang numero',
  'password.password_missing': 'Kulang pa sa password: {rules}.',
  'password.contains_pattern': 'Nasa password ang "{word}", na madaling hulaan. Pumili ng iba.',

  // sign_in.
  'kit.note': 'Tala',
  'kit.done': 'Tapos na',
  'kit.warning': 'Babala',
  'kit.error': 'Mali',
  'kit.confirm': 'Kumpirmahin',
  'kit.cancel': 'Kanselahin',
  'kit.session_title': 'Babala sa session',
  'kit.session_left': 'Magtatapos ang iyong session pagkalipas ng {time} dahil wala kang ginagawa.',
  'kit.session_end': 'Mag-log out na',
  'kit.session_stay': 'Manatiling naka-log in',
  'kit.was_idle': 'Wala kang ginawa sa loob ng 35 minuto. Mag-log in para magpatuloy.',

  'sign_in.forgot_title': 'Nakalimutan ang password',
  'sign_in.create_title': 'Gumawa ng password',
  'sign_in.change_title': 'Palitan ang password',
  'sign_in.single_title': 'Single sign-on',

  'sign_in.needs_javascript': 'Kailangan ng pahinang ito ang JavaScript. Paganahin ito sa iyong browser.',
  'sign_in.please_wait': 'Sandali lamang...',
  'sign_in.email': 'Email address',
  'sign_in.password': 'Password',
  'sign_in.show_password': 'Ipakita ang password',
  'sign_in.code': 'Code',
  'sign_in.use_passkey': 'Gumamit ng passkey',
  'sign_in.log_in_with': 'Mag-log in gamit ang {provider}',
  'sign_in.no_answer':
    'Nagkaroon ng hindi inaasahang error. Walang sagot mula sa server: suriin ang iyong koneksyon at subukang muli.',
  'sign_in.no_message': 'Nagkaroon ng error',
  'sign_in.went_wrong': 'Nagkaroon ng problema.',
  'sign_in.password_required': 'Kailangan ang password.',
  'sign_in.password_too_long': 'Hindi maaaring lumampas sa 256 na karakter ang password.',
  'sign_in.code_required': 'Maglagay ng code.',
  'sign_in.passkey_not_used': 'Hindi nagamit ang passkey. Subukang muli, o pumili ng ibang paraan.',
  'sign_in.passkey_registered': 'Nakarehistro na ang passkey na ito.',
  'sign_in.passkey_failed':
    'Hindi nakagamit ng passkey ang browser na ito. Subukang muli, o pumili ng ibang paraan.',

  'sign_in.lead': 'Para sa mga kawani ng bureau at ng mga tanggapan nito sa mga rehiyon at lalawigan.',
  'sign_in.see_sites': 'Tingnan ang mga aprubadong SITES nang hindi nagla-log in',
  'sign_in.forgot_question': 'Nakalimutan mo ba ang iyong password?',
  'sign_in.logged_out': 'Na-log out ka.',
  'sign_in.with_passkey': 'Mag-log in gamit ang passkey',
  'sign_in.elsewhere_title': 'Naka-log in na.',
  'sign_in.elsewhere':
    'Naka-log in ang account na ito sa ibang device. Kapag nag-log in ka sa device na ito, matatapos ang naunang session.',
  'sign_in.elsewhere_force': 'Mag-log in sa device na ito',
  'sign_in.email_required': 'Kailangan ang email address.',
  'sign_in.email_invalid': 'Maglagay ng wastong email address.',
  'sign_in.not_loaded':
    'Walang sagot mula sa server. Suriin ang iyong koneksyon at i-load muli ang pahinang ito.',
  'sign_in.being_logged_in': 'Sandali lamang: nila-log in ka na.',
  'sign_in.return': 'Bumalik sa pag-log in',

  'sign_in.second_step': 'Ikalawang hakbang',
  'sign_in.second_step_lead': 'Kumpirmahin sa loob ng {minutes} minuto na ikaw nga ito.',
  'sign_in.second_step_asked': 'Ikalawang hakbang: maglagay ng code o gumamit ng passkey.',
  'sign_in.code_help':
    'Mula sa iyong authenticator app, sa iyong code sheet, o sa reset code na binasa sa iyo.',
  'sign_in.own_computer': 'Sarili mo bang computer ito?',
  'sign_in.own_computer_no': 'Hindi, ginagamit din ito ng iba',
  'sign_in.own_computer_yes': 'Oo, huwag nang magtanong dito sa loob ng 30 araw',
  'sign_in.lost_phone': 'Nawala ba ang iyong telepono?',
  'sign_in.lost_phone_codes':
    'I-type ang isa sa iyong mga recovery code, o ang susunod na code ng iyong code sheet. Kung wala ka ng alinman sa mga ito, humingi ng reset code sa approver ng iyong tanggapan o sa isang tagapangasiwa.',
  'sign_in.lost_phone_reset':
    'Babasahin nila sa iyo nang harapan ang walong karakter. Isang beses lamang gumagana ang code, sa loob ng {hours} oras; pagkatapos nito, magse-set up ka ng bagong second factor. Ang mga approver at tagapangasiwa ng FMB ay nakakakuha ng tig-apat na karakter mula sa dalawang tagapangasiwa.',
  'sign_in.back_to_password': 'Bumalik sa password',

  'sign_in.valid_email': 'Maglagay ng wastong email.',
  'sign_in.back': 'Bumalik sa pag-log in',
  'sign_in.old_password_required': 'Kailangan ang lumang password.',
  'sign_in.passwords_differ': 'Hindi magkatugma ang mga password',

  // my_sign_in.
  'my_sign_in.title': 'Ang iyong pag-sign in',
  'my_sign_in.title_app': 'Mag-set up ng authenticator app',
  'my_sign_in.title_passkey': 'Magdagdag ng passkey o security key',
  'my_sign_in.title_sheet': 'Code sheet sa papel',
  'my_sign_in.title_codes': 'Mga bagong recovery code',
  'my_sign_in.title_shown': 'Ang iyong mga recovery code',
  'my_sign_in.back_to_dashboard': '← Bumalik sa dashboard',
  'my_sign_in.back': '← Bumalik sa iyong pag-sign in',
  'my_sign_in.to_dashboard': 'Magpatuloy sa dashboard',
  'my_sign_in.loading': 'Nilo-load…',
  'my_sign_in.try_again': 'Subukang muli',
  'my_sign_in.remove': 'Alisin',
  'my_sign_in.log_out': 'Mag-log out',
  'my_sign_in.log_out_title': 'Mag-log out sa account na ito?',
  'my_sign_in.log_out_yes': 'Mag-log out',
  'my_sign_in.log_out_why':
    'Mananatili ang mga form na hindi mo pa natapos para sa susunod mong pag-log in, pero hindi ang mga file na ina-upload pa.',

  'my_sign_in.sealed': 'Ito ang break-glass account: hindi ito maaaring lagyan ng second factor.',
  'my_sign_in.demand_off':
    'Hindi hinihingi sa iyong antas ang second factor. Maaari kang mag-set up nito para maprotektahan ang iyong account.',
  'my_sign_in.demand_offered': 'Inirerekomenda sa iyong antas ang second factor. Hindi ito sapilitan.',
  'my_sign_in.demand_from': 'Simula {day}, kailangan na sa iyong antas ang second factor.',
  'my_sign_in.demand_now':
    'Kailangan sa iyong antas ang second factor: mag-set up na nito ngayon. Mabubuksan ang lahat ng iba pa kapag tapos na ito.',
  'my_sign_in.demand_met': 'Kailangan sa iyong antas ang second factor, at naka-set up na ang sa iyo.',
  'my_sign_in.is_set_up': 'Naka-set up na ang iyong second factor. Hihingin ito kapag nag-log in ka.',
  'my_sign_in.was_reset':
    'Na-reset ang iyong second factor: mag-set up na ng bago ngayon. Mabubuksan ang lahat ng iba pa kapag tapos na ito.',
  'my_sign_in.choose': 'Piliin ang iyong second factor',

  'my_sign_in.proof_title': 'Kumpirmahin na ikaw nga ito',
  'my_sign_in.proof_password':
    'Binabago nito ang paraan ng iyong pag-log in, kaya ilagay ang iyong password.',
  'my_sign_in.proof_factor':
    'Binabago nito ang paraan ng iyong pag-log in, kaya gamitin ang iyong second factor.',
  'my_sign_in.proof_both':
    'Binabago nito ang paraan ng iyong pag-log in, kaya ilagay ang iyong password at gamitin ang iyong second factor.',
  'my_sign_in.proof_code_help':
    'Mula sa iyong authenticator app, o isang hindi pa nagagamit na code mula sa iyong code sheet.',
  'my_sign_in.remove_named': 'Alisin ang {name}',
  'my_sign_in.remove_title': 'Alisin ang {name}?',
  'my_sign_in.remove_last':
    'Ito lamang ang iyong second factor: pagkatapos nito, password mo na lamang ang kailangan sa pag-log in, at mawawalan din ng bisa ang mga code sa papel.',
  'my_sign_in.remove_one':
    'Hindi na ito gagana sa pag-log in, at muling hihingin ang ikalawang hakbang sa sarili mong mga computer.',
  'my_sign_in.was_removed': 'Inalis ang {name}.',

  'my_sign_in.app': 'Authenticator app',
  'my_sign_in.app_suits':
    'Para sa may telepono: isang app sa telepono ang nagpapakita ng anim na digit. Gumagana ito kahit walang signal.',
  'my_sign_in.app_set_up': 'Mag-set up ng app',
  'my_sign_in.app_since': 'Na-set up noong {day}.',
  'my_sign_in.app_none': 'Hindi naka-set up.',
  'my_sign_in.app_named': 'authenticator app',
  'my_sign_in.app_removed': 'Inalis ang authenticator app.',
  'my_sign_in.app_added': 'Naka-set up na ang iyong authenticator app para sa susunod mong pag-log in.',
  'my_sign_in.app_making_key': 'Gumagawa ng key para sa app…',
  'my_sign_in.app_get': 'Kumuha ng app',
  'my_sign_in.app_which':
    'Maaari ang anumang authenticator app sa iyong telepono, gaya ng Google Authenticator, Microsoft Authenticator o Aegis.',
  'my_sign_in.app_add': 'Idagdag sa app ang account na ito',
  'my_sign_in.app_scan': 'I-scan ang parisukat gamit ang app.',
  'my_sign_in.app_square': 'QR code na may key para sa app',
  'my_sign_in.app_no_square': 'Hindi na-load ang parisukat. I-type ang key.',
  'my_sign_in.app_open': 'Buksan sa iyong app',
  'my_sign_in.app_type_key': 'O i-type sa app ang key na ito, bilang time-based na key:',
  'my_sign_in.app_copy': 'Kopyahin ang key',
  'my_sign_in.app_copied': 'Nakopya.',
  'my_sign_in.app_type_code': 'I-type ang code na ipinapakita ng app',
  'my_sign_in.app_code_help': 'Anim na digit na nagbabago tuwing 30 segundo.',

  'my_sign_in.passkey': 'Passkey o security key',
  'my_sign_in.passkeys': 'Mga passkey at security key',
  'my_sign_in.passkey_suits':
    'Para sa may sariling computer o telepono na nabubuksan gamit ang fingerprint, mukha o PIN, o para sa may security key.',
  'my_sign_in.passkey_add': 'Magdagdag ng passkey',
  'my_sign_in.passkey_none': 'Wala pa.',
  'my_sign_in.passkey_since': 'Idinagdag noong {day}',
  'my_sign_in.passkey_used': 'huling ginamit noong {day}',
  'my_sign_in.passkey_unused': 'hindi pa nagagamit',
  'my_sign_in.passkey_synced': 'kinokopya sa iyong mga device',
  'my_sign_in.passkey_added': 'Naka-set up na ang iyong passkey para sa susunod mong pag-log in.',
  'my_sign_in.passkey_unknown':
    'Hindi makagamit ng passkey ang browser na ito. Gumamit ng mas bagong browser, o bumalik at pumili ng ibang paraan.',
  'my_sign_in.passkey_new': 'Bagong passkey',
  'my_sign_in.passkey_step_1': 'Hakbang 1 sa 2',
  'my_sign_in.passkey_step_2': 'Hakbang 2 sa 2',
  'my_sign_in.own': 'Sarili mo bang computer o telepono ito?',
  'my_sign_in.own_no': 'Hindi, ginagamit din ito ng iba',
  'my_sign_in.own_yes': 'Oo, ako lamang ang gumagamit nito',
  'my_sign_in.own_no_why':
    'Sa computer na ginagamit din ng iba, security key lamang o passkey ng iyong telepono ang maidaragdag: ang passkey na itatago sa computer ay mananatili roon para sa lahat ng gumagamit nito.',
  'my_sign_in.own_yes_why':
    'Maaaring itago ang passkey sa device na ito, sa iyong telepono, o sa isang security key.',
  'my_sign_in.name': 'Pangalan',
  'my_sign_in.name_help': 'Para makilala mo ito sa iyong listahan.',
  'my_sign_in.name_required': 'Kailangan ang pangalan.',
  'my_sign_in.name_too_long': 'Hindi maaaring lumampas sa 60 karakter ang pangalan.',
  'my_sign_in.name_key': 'Security key',
  'my_sign_in.name_phone': 'Teleponong {system}',
  'my_sign_in.name_computer': 'Computer na {system}',
  'my_sign_in.name_mine': 'Ang aking computer',
  'my_sign_in.passkey_send': 'Idagdag ang passkey',
  'my_sign_in.passkey_try': 'Subukan ito nang isang beses',
  'my_sign_in.passkey_try_why':
    'Naidagdag na ang “{name}”. Magkakabisa ito kapag nakapag-sign in ka na gamit ito nang isang beses.',
  'my_sign_in.passkey_sign_in': 'Mag-sign in gamit ang passkey',
  'my_sign_in.passkey_again': 'Magdagdag na lamang ng iba',

  'my_sign_in.sheet': 'Code sheet',
  'my_sign_in.sheet_on_paper': 'Code sheet sa papel',
  'my_sign_in.sheet_suits': 'Para sa walang telepono: 40 code sa isang papel, na tig-isang beses magagamit.',
  'my_sign_in.sheet_make': 'Gumawa ng code sheet',
  'my_sign_in.sheet_make_new': 'Gumawa ng bagong code sheet',
  'my_sign_in.sheet_named': 'code sheet',
  'my_sign_in.sheet_removed': 'Inalis ang code sheet.',
  'my_sign_in.sheet_added': 'Naka-set up na ang iyong code sheet para sa susunod mong pag-log in.',
  'my_sign_in.sheet_what':
    'Makakakuha ka ng {count} code sa isang papel. Sa bawat pag-log in, magta-type ka ng isa sa mga ito at guguhitan mo ito pagkatapos.',
  'my_sign_in.sheet_ready':
    'Maghanda ng printer, o panulat at papel: isang beses lamang ipapakita ang mga code.',
  'my_sign_in.sheet_replaces':
    'Gagana ang mga code na hawak mo ngayon hanggang makumpirma mo ang bagong code sheet.',
  'my_sign_in.sheet_show': 'Ipakita ang mga code',
  'my_sign_in.sheet_one_code': 'Isang code ng code sheet',
  'my_sign_in.sheet_code_help':
    'I-type ang alinman sa mga ito para kumpirmahing hawak mo ang code sheet. Guhitan ang code pagkatapos: nagamit na ito.',
  'my_sign_in.codes': 'Mga recovery code',
  'my_sign_in.codes_of': '{codes} ni {name}',
  'my_sign_in.codes_made': 'Ginawa noong {day}.',
  'my_sign_in.codes_advice':
    'Isang beses lamang gumagana ang bawat code, sa ikalawang hakbang pagkatapos ng iyong password: guhitan ito kapag nagamit mo na. Itago ang papel na ito nang nakasusi, at hindi sa tabi ng computer. Kung mawala ito, gumawa ng mga bagong code sa “Ang iyong pag-sign in”: hindi na gagana pagkatapos ang mga code na narito.',
  'my_sign_in.codes_print': 'I-print',
  'my_sign_in.codes_left': '{left} sa {size} code ang natitira, ginawa noong {day}.',
  'my_sign_in.codes_none':
    'Wala ka pang recovery code. Nakatutulong ang mga ito kapag nawala ang telepono o security key.',
  'my_sign_in.codes_few': 'Gumawa na ng mga bago ngayon.',
  'my_sign_in.codes_make_new': 'Gumawa ng mga bagong code',
  'my_sign_in.codes_what':
    'Makakakuha ka ng {count} code para sa araw na mawala ang iyong telepono o security key. Isang beses lamang ipapakita ang mga ito.',
  'my_sign_in.codes_replace': 'Hindi na gagana ang mga code na hawak mo ngayon.',
  'my_sign_in.codes_show': 'Ipakita ang mga bagong code',
  'my_sign_in.codes_new': 'May mga bago ka nang recovery code.',
  'my_sign_in.codes_lost': 'Kung hindi mo nakita ang mga recovery code nito, gumawa ng mga bago.',
  'my_sign_in.codes_shown':
    'Kapag nawala ang iyong telepono o security key, isang beses na gagana bilang kapalit nito ang bawat isa sa {count} code na ito. Ngayon lamang ipapakita ang mga ito: i-print o isulat ang mga ito.',
  'my_sign_in.codes_stored': 'Naitago ko na ang mga code na ito',
  'my_sign_in.codes_store_first': 'Itago muna ang mga code, at lagyan ng tsek ang kahon kapag naitago mo na.',
  'my_sign_in.continue': 'Magpatuloy',

  'my_sign_in.computers': 'Mga sariling computer',
  'my_sign_in.computers_none': 'Wala: hinihingi ang ikalawang hakbang sa bawat pag-log in.',
  'my_sign_in.computers_what': 'Sa mga ito, tuwing {days} araw lamang hinihingi ang ikalawang hakbang.',
  'my_sign_in.forget': 'Kalimutan',
  'my_sign_in.forget_named': 'Kalimutan ang {name}',
  'my_sign_in.was_forgotten': 'Kinalimutan na ang {name}.',
  'my_sign_in.network': 'Network',
  'my_sign_in.network_unknown': 'hindi alam',
  'my_sign_in.last_used': 'Huling ginamit',
  'my_sign_in.until': 'Hanggang',
  'my_sign_in.since': 'Mula',
  'my_sign_in.last_seen': 'Huling nakita',
  'my_sign_in.device_unknown': 'Hindi kilalang device',
  'my_sign_in.sessions': 'Mga device kung saan ka naka-log in',
  'my_sign_in.this_session': 'Ang session na ito',
  'my_sign_in.sessions_odd': 'May device ba rito na hindi mo kilala, o may nawala bang computer?',
  'my_sign_in.end_all': 'Tapusin ang lahat',
  'my_sign_in.end_all_title': 'Tapusin ang lahat?',
  'my_sign_in.end_all_why':
    'Mala-log out ka sa lahat ng device, at kakalimutan ang sarili mong mga computer. Maaaring mawala ang hindi mo pa na-save. Mag-log in muli, at palitan ang iyong password kung maaaring may ibang nakaaalam nito.',

  'my_sign_in.connect': 'Ikonekta',
  'my_sign_in.disconnect': 'Idiskonekta',
  'my_sign_in.disconnect_title': 'Idiskonekta ang {provider}?',
  'my_sign_in.disconnect_why':
    'Pagkatapos nito, magla-log in ka gamit ang iyong password. Maikokonekta mong muli ang {provider} anumang oras.',
  'my_sign_in.disconnected': 'Idiniskonekta ang {provider}.',
  'my_sign_in.not_connected':
    'Hindi nakakonekta. Kapag nakakonekta na, makakapag-log in ka gamit ang iyong account sa {provider} sa halip na password.',
  'my_sign_in.connected': 'Nakakonekta bilang {name} mula noong {day}.',
  'my_sign_in.nameless': 'isang account na walang pangalan',

  // refused.
  'refused.malformed': 'Hindi mabasa ang kahilingan.',
  'refused.not_signed_in': 'Mag-log in para magpatuloy.',
  'refused.permission': 'Wala kang pahintulot na gawin ito.',
  'refused.api_key': 'Hindi wastong API key.',
  'refused.deactivated': 'Na-deactivate ang iyong account. Makipag-ugnayan sa iyong tagapangasiwa.',
  'refused.scope': 'Hindi natagpuan ang talang ito.',
  'refused.not_found': 'Hindi natagpuan ang talang ito.',
  'refused.conflict': 'Naaksiyunan na ang talang ito. I-refresh ang pahina.',
  'refused.already_signed_in': 'Naka-log in na ang account na ito sa ibang device.',
  'refused.invalid_input': 'May mali sa inilagay',
  'refused.rate': 'Masyadong maraming kahilingan. Maghintay sandali at subukang muli.',
  'refused.internal': 'Nagkaroon ng hindi inaasahang error sa server. Subukang muli mamaya.',
  'refused.unavailable': 'Hindi pa handa ang serbisyo. Subukang muli maya-maya.',
  'refused.own_password_first': 'Pumili muna ng sarili mong password.',
  'refused.factor_first': 'I-set up muna ang iyong second factor.',
  'refused.proof_needed_password': 'Kumpirmahin na ikaw nga ito, gamit ang iyong password.',
  'refused.proof_needed_factor': 'Kumpirmahin na ikaw nga ito, gamit ang iyong second factor.',
  'refused.proof_needed_both':
    'Kumpirmahin na ikaw nga ito, gamit ang iyong password at ang iyong second factor.',
  'refused.nothing_to_confirm': 'Walang kukumpirmahin. Magsimulang muli.',
  'refused.sealed_without_factor':
    'Walang second factor ang break-glass account: isang beses itong ginagamit, saka muling sineselyuhan.',
  'refused.step_over':
    'Masyadong natagalan ang pag-log in na ito, masyadong maraming maling code ang inilagay, o may binago sa account habang nagla-log in. Ilagay muli ang iyong password.',
  'refused.bad_link': 'Hindi wasto ang email o token.',
  'refused.identity_unknown':
    'Kilala ka ng {provider}, ngunit walang account dito na naka-link sa iyo. Mag-log in gamit ang iyong password at i-link ito sa iyong profile, o magpatulong sa iyong tagapangasiwa.',
  'refused.identity_listed':
    'Wala pang account dito na naka-link sa iyong account sa {provider}. Nasa listahan na ng mga tagapangasiwa ang iyong pangalan: hilingin sa iyong tagapangasiwa na i-link ito.',
  'refused.link_offered':
    'Inalok ng isang tagapangasiwa na i-link ang iyong account sa {provider} sa iyong account dito. Mag-log in ngayon gamit ang iyong password, sa loob ng 10 minuto, upang tanggapin ito. Kung hindi mo ito hiningi, ipaalam ito sa iyong tagapangasiwa.',
  'refused.last_factor':
    'Hinihingi sa iyong antas ang second factor. Magdagdag muna ng iba bago alisin ang isang ito.',
  'refused.factor_before_codes':
    'Para sa authenticator app o passkey ang mga recovery code. Mag-set up muna ng isa sa mga ito.',
  'refused.app_is_set': 'Naka-set up na ang isang authenticator app. Alisin muna ito.',
  'refused.passkeys_full': 'May 10 passkey ka na. Mag-alis muna ng isa bago magdagdag ng iba.',
  'refused.passkey_is_added': 'Nakarehistro na ang passkey na ito.',
  'refused.identity_taken':
    'Naka-link sa ibang account dito ang account na ito sa {provider}, kaya walang nabago.',
  'refused.account_linked': 'Naka-link na ang account na ito sa {provider}. Alisin muna ang link na iyon.',
  'refused.account_not_linked': 'Hindi naka-link ang account na ito sa {provider}.',
  'refused.ended_elsewhere': 'May nag-log in sa iyong account sa ibang device. Mag-log in para magpatuloy.',
  'refused.ended_administrator':
    'Binago ng isang tagapangasiwa ang iyong account. Mag-log in para magpatuloy.',
  'refused.ended_deactivated': 'Na-deactivate ang iyong account. Makipag-ugnayan sa iyong tagapangasiwa.',
  'refused.ended_password': 'Napalitan ang password ng iyong account. Mag-log in gamit ang bago.',
  'refused.ended_expired':
    'Natapos na ang iyong session: tumatagal ito nang 60 minuto kapag walang ginagawa, at 12 oras sa kabuuan. Mag-log in para magpatuloy.',
  'refused.passkey_not_checked': 'Hindi nasuri ang passkey na ito. Magsimulang muli.',
  'refused.passkey_is_another': 'Ibang passkey ang sumagot. Subukan ang bago.',
  'refused.passkey_of_shared_computer':
    'Sa computer na hindi sa iyo, security key o telepono lamang ang maidaragdag bilang passkey.',
  'refused.passkey_unknown': 'Hindi kilala rito ang passkey na ito. Mag-log in gamit ang iyong password.',
  'refused.sign_in_over': 'Natapos o nagamit na ang pag-sign in na ito. Magsimulang muli.',
  'refused.provider_names_nobody':
    'Hindi sinabi ng {provider} kung sino ka. Mag-log in gamit ang iyong password, at ipaalam ito sa iyong tagapangasiwa.',
  'refused.sign_in_declined':
    'Hindi ka na-sign in ng {provider}. Subukang muli, o mag-log in gamit ang iyong password.',
  'refused.no_single_sign_on': 'Hindi naka-set up dito ang single sign-on.',
  'refused.too_many_tries': 'Masyadong maraming bigong pagsubok. Subukang muli pagkalipas ng {wait}.',
  'refused.codes_locked':
    'Pagkatapos ng {most} maling code, wala nang code na tatanggapin: humingi ng reset code sa approver ng iyong tanggapan o sa iyong tagapangasiwa.',
  'refused.factor_key_changed':
    'Hindi masuri ang mga code: iba na ang FACTOR_KEY ng server kaysa dati. Ipaalam ito sa helpdesk; gumagana pa rin ang passkey o reset code.',
  'refused.provider_unreachable':
    'Hindi maabot ang {provider} sa ngayon. Maaari kang mag-log in gamit ang iyong password.',
  'refused.stopping': 'Nire-restart ang server, at hindi natapos ang hiniling mo. Subukang muli maya-maya.',
  'refused.database_gone':
    'Hindi maabot ang database sa ngayon, kaya walang nabasa o na-save. Subukang muli pagkalipas ng isang minuto.',
  'refused.database_read_only':
    'Hindi tumatanggap ng pagbabago ang database sa ngayon, kaya walang na-save. Subukang muli pagkalipas ng isang minuto.',
  'refused.database_busy':
    'Abala ang database, kaya walang na-save. Subukang muli pagkalipas ng isang minuto.',

  'refused.wrong_credentials': 'Hindi tugma sa aming mga tala ang inilagay mo.',
  'refused.mailed_password_used':
    'Ipinadala sa email ang password na ito para sa isang pag-log in, at nagamit na ito. Piliin ang "Nakalimutan mo ba ang iyong password?" sa ibaba, o humingi ng bago sa iyong tagapangasiwa.',
  'refused.mailed_password_expired':
    'Mahigit 24 oras na mula nang ipadala sa email ang password na ito, at hindi na ito gumagana. Piliin ang "Nakalimutan mo ba ang iyong password?" sa ibaba, o humingi ng bago sa iyong tagapangasiwa.',
  'refused.not_your_email': 'Hindi ito ang email address ng iyong account.',
  'refused.wrong_old_password': 'Mali ang lumang password.',
  'refused.wrong_password': 'Mali ang password na ito.',
  'refused.wrong_code': 'Mali ang code na ito.',
  'refused.clock_slow':
    'Nahuhuli nang {time} ang orasan ng iyong telepono: hayaan itong kusang magtakda ng oras, saka ilagay ang susunod na code.',
  'refused.clock_fast':
    'Nauuna nang {time} ang orasan ng iyong telepono: hayaan itong kusang magtakda ng oras, saka ilagay ang susunod na code.',
  'refused.passkey_not_accepted': 'Hindi tinanggap ang passkey na ito. Subukang muli, o maglagay ng code.',
  'refused.passkey_proof': 'Hindi nasuri ang passkey na ito. Subukang muli, o maglagay ng code.',
  'refused.passkey_unreadable': 'Hindi mabasa ang passkey na ito.',
  'refused.log_in_again': 'Mag-log in muli.',
  'refused.sign_in_unreadable': 'Hindi mabasa ang pag-sign in na ito.',
  'refused.minute': '1 minuto',
  'refused.minutes': '{count} minuto',

  // mails.
  'mails.hello': 'Magandang araw, {name}!',
  'mails.unofficial': 'Hindi opisyal ang saling ito.',
  'mails.level_penro': 'PENRO',
  'mails.level_region': 'Rehiyon',
  'mails.level_fmb': 'FMB',
  'mails.less_than_a_day': 'wala pang isang araw',
  'mails.days_one': '1 araw',
  'mails.days': '{count} araw',

  'mails.set_password_subject': 'Itakda ang iyong password',
  'mails.set_password':
    'Mayroon kang account sa REDD+ Safeguards Information System ng {bureau}. Itakda ang iyong password sa loob ng {hours} oras dito:',
  'mails.link_once': 'Isang beses lamang magagamit ang link.',
  'mails.reset_password_subject': 'I-reset ang iyong password',
  'mails.reset_password':
    'May humiling, malamang ay ikaw, na i-reset ang password ng account na ito. Magtakda ng bagong password sa loob ng {minutes} minuto rito:',
  'mails.reset_password_ignore':
    'Isang beses lamang magagamit ang link. Kung hindi ikaw ang humiling nito, maaari mong balewalain ang email na ito; hindi magbabago ang iyong password.',
  'mails.new_password_subject': 'Ang iyong bagong password',
  'mails.new_password':
    'Ni-reset ng isang tagapangasiwa ang password ng iyong account. Ito ang iyong bagong password:',
  'mails.new_password_use':
    'Isang beses lamang ito magagamit, hanggang {until}. Mag-log in sa {address} at pumili ng sarili mong password.',
  'mails.password_changed_subject': 'Pinalitan ang iyong password',
  'mails.password_changed':
    'Pinalitan noong {at} ang password ng iyong account sa REDD+ Safeguards Information System ng {bureau}.',
  'mails.password_not_you':
    'Kung hindi ikaw ang nagpalit nito, magtakda agad ng bagong password at ipaalam ito sa iyong tagapangasiwa:',

  'mails.guessed_subject': 'Mga nabigong pag-log in sa iyong account',
  'mails.guessed':
    'Hindi bababa sa {count} pagtatangkang mag-log in sa iyong account ang nabigo sa loob ng isang oras. Hindi nabago ang iyong password.',
  'mails.guessed_slower':
    'Sa loob ng susunod na isang oras, mas matagal nang hanggang 30 segundo ang pag-log in mula sa bagong network. Walang magbabago sa mga network na karaniwang ginagamit.',
  'mails.guessed_change':
    'Kung hindi ikaw ang gumawa ng mga pagtatangkang ito, pumili ng bagong password na hindi mo ginagamit saanman, at ipaalam ito sa iyong tagapangasiwa:',
  'mails.once_a_day': 'Hindi mo matatanggap ang email na ito nang higit sa isang beses sa isang araw.',
  'mails.guessed_account_subject': 'Mga nabigong pag-log in: {person}',
  'mails.guessed_account':
    'Hindi bababa sa {count} pagtatangkang mag-log in sa account ni {person} ({email}) ang nabigo sa loob ng isang oras.',
  'mails.guessed_account_ask':
    'Tanungin si {person} kung siya ang gumawa ng mga pagtatangkang ito. Nakalista ang mga ito sa log bilang "Login Failed". Kung may ibang taong nanghuhula, maaari kang magpadala ng bagong password mula sa profile ng user:',
  'mails.once_a_day_each':
    'Hindi mo matatanggap ang email na ito nang higit sa isang beses sa isang araw para sa bawat account.',
  'mails.codes_subject': 'Mga maling code para sa iyong account: palitan ang iyong password',
  'mails.codes':
    'Hindi bababa sa {count} maling code ang inilagay para sa iyong account sa loob ng isang oras. Hinihingi lamang ang code pagkatapos ng tamang password, kaya kung hindi ikaw ang naglagay ng mga ito, may ibang taong nakaaalam ng iyong password. Hanggang ngayon, napipigilan siya ng iyong second factor.',
  'mails.codes_slower':
    'Sa loob ng hanggang isang oras, mula lamang sa mga network na karaniwang ginagamit tatanggapin ang mga code.',
  'mails.codes_locked':
    '{count} maling code ang inilagay para sa iyong account mula noong huling tama, kaya wala nang code na tatanggapin: humingi ng reset code sa approver ng iyong tanggapan o sa iyong tagapangasiwa. Hinihingi lamang ang code pagkatapos ng tamang password, kaya kung hindi ikaw ang naglagay ng mga ito, may ibang taong nakaaalam ng iyong password.',
  'mails.codes_change':
    'Kung hindi ikaw iyon, palitan agad ang iyong password, huwag gamitin sa iba ang bago, at ipaalam ito sa iyong tagapangasiwa:',
  'mails.codes_account_subject': 'Mga maling code: {person}',
  'mails.codes_account':
    'Hindi bababa sa {count} maling code ang inilagay para sa account ni {person} ({email}) sa loob ng isang oras. Hinihingi lamang ang code pagkatapos ng tamang password, kaya kung hindi si {person} ang naglagay ng mga ito, may ibang taong nakaaalam ng password.',
  'mails.codes_account_locked':
    '{count} maling code ang inilagay para sa account ni {person} ({email}) mula noong huling tama, kaya kailangan ni {person} ng reset code bago muling mag-log in. Hinihingi lamang ang code pagkatapos ng tamang password, kaya kung hindi si {person} ang naglagay ng mga ito, may ibang taong nakaaalam ng password.',
  'mails.codes_account_ask':
    'Tanungin si {person}. Kung may ibang taong nanghuhula, kailangang palitan ang password; maaari kang magpadala ng bago mula sa profile ng user:',
  'mails.codes_account_log': 'Nakalista ang mga pagtatangka sa log bilang "Second Step Failed".',

  'mails.factor_app': 'authenticator app',
  'mails.factor_passkey': 'passkey',
  'mails.factor_sheet': 'code sheet',
  'mails.factor_added_subject': 'May idinagdag na second factor sa iyong account',
  'mails.factor_added':
    'Noong {at}, idinagdag ang second factor na ito sa iyong account sa REDD+ Safeguards Information System ng {bureau}: {factor}. Hihingin ito kapag nag-log in ka.',
  'mails.factor_removed_subject': 'May inalis na second factor sa iyong account',
  'mails.factor_removed':
    'Noong {at}, inalis ang second factor na ito sa iyong account sa REDD+ Safeguards Information System ng {bureau}: {factor}. Sa sarili mong mga computer, hihingin muli ang ikalawang hakbang.',
  'mails.codes_made_subject': 'May ginawang mga bagong code para sa iyong account',
  'mails.codes_made':
    'Noong {at}, may ginawang sheet ng {count} bagong code para sa iyong account sa REDD+ Safeguards Information System ng {bureau}. Hindi na gagana ang mga code ng mas lumang sheet.',
  'mails.few_codes_subject': '{count} code na lamang ang natitira sa iyong code sheet',
  'mails.few_codes':
    '{count} code na lamang ang natitira sa code sheet ng iyong account sa REDD+ Safeguards Information System ng {bureau}. Gumawa ng bagong code sheet bago maubos ang mga ito, dahil hindi ka makakapag-log in nang walang code:',
  'mails.new_device_subject': 'Pag-log in mula sa bagong device',
  'mails.new_device':
    'Noong {at}, ginamit ang iyong account sa REDD+ Safeguards Information System ng {bureau} sa isang device at mula sa isang network na parehong bago para rito:',
  'mails.new_device_device': 'Device: {device}',
  'mails.new_device_network': 'Network: {network}',
  'mails.new_device_you': 'Kung ikaw ito, wala kang kailangang gawin.',
  'mails.not_you':
    'Kung hindi ikaw ito, magtakda agad ng bagong password at ipaalam ito sa iyong tagapangasiwa:',
  'mails.demand_subject': 'Kailangan ang second factor simula {day}',
  'mails.demand':
    'Simula {day}, kailangan mo ng second factor upang makapag-log in, bukod sa iyong password: isang app sa iyong telepono, isang passkey, o isang code sheet sa papel. Limang minuto lamang ang pag-set up nito:',
  'mails.demand_without':
    'Kung wala ka nito, makakapag-log in ka pa rin simula sa araw na iyon, ngunit para lamang mag-set up nito.',

  'mails.reset_code_whole': 'reset code',
  'mails.reset_code_first': 'unang kalahati ng reset code',
  'mails.reset_code_second': 'ikalawang kalahati ng reset code',
  'mails.reset_code_subject': 'May ibinigay na reset code para sa iyong account',
  'mails.reset_code':
    'Nagbigay si {issuer} ({role}, {email}) ng {what} para sa iyong account, upang makapag-log in ka nang wala ang iyong second factor.',
  'mails.reset_code_half':
    'Wala itong tinatapos at hindi ito magagamit hangga’t hindi naibibigay ng isa pang tagapangasiwa ng FMB ang ikalawang kalahati.',
  'mails.reset_code_logged_out': 'Na-log out ka, at wala nang kinikilala bilang sarili mong computer.',
  'mails.reset_code_until': 'Isang beses lamang ito magagamit, hanggang {until}.',
  'mails.reset_code_use':
    'Mag-log in gamit ang iyong password, ilagay ang code, at mag-set up agad ng bagong second factor:',
  'mails.reset_code_in_person':
    'Harapang binabasa ang reset code. Hindi ito kailanman ipinadadala sa email, at walang sinuman mula sa bureau ang hihingi nito sa telepono, chat o email.',
  'mails.reset_code_not_asked':
    'Kung hindi mo ito hiningi, ipaalam ito agad kay {issuer} o sa ibang tagapangasiwa, at palitan ang iyong password:',
  'mails.reset_code_for_subject': 'Reset code para kay {person}',
  'mails.reset_code_for':
    'Nagbigay si {issuer} ({role}, {email}) ng {what} para kay {person} ({person_email}).',
  'mails.reset_code_for_logged_out': 'Na-log out si {name} sa lahat ng device.',
  'mails.reset_codes_listed': 'Nakalista rito ang lahat ng reset code:',
  'mails.reset_code_used_subject': 'Ginamit ang isang reset code para sa iyong account',
  'mails.reset_code_used':
    'Ginamit ang reset code ng iyong account noong {at} mula sa network na {network}. Inalis ang dati mong second factor, at kailangan munang mag-set up ng panibago.',
  'mails.reset_code_used_not_you': 'Kung hindi ikaw ito, ipaalam ito agad sa iyong tagapangasiwa.',
  'mails.reset_code_used_by_subject': 'Ginamit ang reset code: {person}',
  'mails.reset_code_used_by':
    'Ginamit ang reset code ni {person} ({person_email}) noong {at} mula sa network na {network}. Inalis ang second factor, at kailangan munang mag-set up ni {name} ng panibago.',
  'mails.reset_list_subject_one': 'Mga reset code noong nakaraang linggo: 1',
  'mails.reset_list_subject': 'Mga reset code noong nakaraang linggo: {count}',
  'mails.reset_list':
    'Ibinigay noong nakaraang linggo ang mga reset code na ito para sa mga nawalang second factor. Kung may hindi mo inaasahan, tanungin ang nagbigay nito:',
  'mails.reset_list_line': '{person}, {office}: nagbigay: {issuers}, {at}; {end}',
  'mails.reset_list_used': 'ginamit, {at}',
  'mails.reset_list_replaced': 'pinalitan ng mas bagong code, {at}',
  'mails.reset_list_expired': 'hindi ginamit, {at}',
  'mails.reset_list_not_needed': 'hindi ginamit: nahanap ng may-ari ang second factor, {at}',
  'mails.reset_list_open': 'hindi pa ginagamit',
  'mails.reset_list_more_one': 'May 1 pang reset code.',
  'mails.reset_list_more': 'May {count} pang reset code.',
  'mails.reset_list_all': 'Nakalista rito ang lahat ng ito:',

  'mails.offered_subject': 'May inialok na link sa {provider} para sa iyong account',
  'mails.offered':
    'Inalok ni {person} noong {at} na i-link ang iyong account sa REDD+ Safeguards Information System ng {bureau} sa pagkakakilanlang {identity} sa {provider}.',
  'mails.offered_accept':
    'Tatanggapin mo ito kapag nag-log in ka gamit ang {provider} at inilagay mo pagkatapos ang iyong password, at ang iyong second factor kung mayroon ka. Hanggang noon, walang nagbabago.',
  'mails.offered_for_subject': 'May inialok na link sa {provider} para kay {owner}',
  'mails.offered_for':
    'Inalok ni {person} noong {at} na i-link ang account ni {owner} ({owner_email}) sa pagkakakilanlang {identity} sa {provider}. Kung hindi mo ito inaasahan, tanungin si {person}.',
  'mails.linked_subject': 'Ini-link sa {provider} ang iyong account',
  'mails.linked':
    'Ini-link noong {at} ang iyong account sa REDD+ Safeguards Information System ng {bureau} sa pagkakakilanlang {identity} sa {provider}.',
  'mails.linked_login': 'Mula ngayon, maaari ka na ring mag-log in gamit ang {provider}.',
  'mails.linked_unknown': 'Kung hindi mo kilala ang pangalang ito, ipaalam ito agad sa iyong tagapangasiwa.',
  'mails.unlinked_subject': 'Hindi na naka-link sa {provider} ang iyong account',
  'mails.unlinked':
    'Inalis noong {at} ang link sa pagitan ng iyong account sa REDD+ Safeguards Information System ng {bureau} at ng pagkakakilanlang {identity} sa {provider}.',
  'mails.unlinked_by':
    'Inalis ni {person} noong {at} ang link sa pagitan ng iyong account sa REDD+ Safeguards Information System ng {bureau} at ng pagkakakilanlang {identity} sa {provider}.',
  'mails.unlinked_login': 'Makakapag-log in ka pa rin gamit ang iyong password.',
  'mails.unlinked_unexpected': 'Kung hindi mo ito inaasahan, ipaalam ito sa iyong tagapangasiwa.',

  'mails.new_administrator_subject': 'Tagapangasiwa ng FMB si {owner}',
  'mails.new_administrator':
    'Noong {at}, ginawa ni {person} ({email}) na tagapangasiwa ng FMB si {owner} ({owner_email}), sa tungkuling {role}.',
  'mails.new_administrator_unexpected':
    'Kung hindi mo ito inaasahan, tanungin si {person}; maaari mong i-deactivate ang account dito:',

  'mails.backup_failed_subject': 'Nangangailangan ng pansin ang backup',
  'mails.backup_failed':
    'Inilalagay ang mga backup sa {place}. Ang pinakabago roon: {last}. Sumusubok muli ang sistema bawat oras; mangyaring ipaalam ito sa operator ng server.',
  'mails.backup_last': '{name}, ginawa noong {at}',
  'mails.backup_none': 'wala',
  'mails.backup_details': 'Mga detalye: {page}',
  'mails.altered_subject': 'May mga pampublikong talang hindi tumutugma sa audit log',
  'mails.altered_one':
    'May isang pampublikong talang hindi tumutugma sa audit log. Maaaring binago ang database sa labas ng sistema.',
  'mails.altered':
    'Mga impormasyon ng mga pampublikong tala na hindi tumutugma sa audit log: {count}. Maaaring binago ang database sa labas ng sistema.',
  'mails.altered_more': 'at {count} pa.',
  'mails.altered_withheld':
    'Hindi ipinapakita ang mga sertipiko, patunay, pahina at buod na ito hangga’t hindi natitiyak ng isang pagsusuri na tumutugma na muli ang mga ito. Panatilihin ang database sa kasalukuyan nitong kalagayan at alamin kung sino ang nagbago nito; nakalista rito ang lahat ng pagkakaiba:',
  'mails.log_stopped_subject': 'Nangangailangan ng pansin ang audit log',
  'mails.log_stopped':
    'Noong {at}, natuklasan ng sistema na iba ang audit log nito sa log na may mga checkpoint na inilathala nito.',
  'mails.log_stopped_ask':
    'Walang seselyuhan at walang ilalathala hangga’t hindi natutukoy ng isang operator ang sanhi. Kung may ibinalik na backup, itinatala ito ng isang operator sa server: npm run operator -- log accept REASON. Kung walang ibinalik na backup, maaaring binago ang log: panatilihin ang database sa kasalukuyan nitong kalagayan at ihambing ito sa isang checkpoint mula sa labas.',
  'mails.log_continues_subject': 'Nagpapatuloy ang audit log',
  'mails.log_continues':
    'Noong {at}, ipinagpatuloy ng isang operator ang audit log. Itinigil ito sa dahilang ito:',
  'mails.log_continues_wrote': 'Isinulat ng operator: {reason}',
  'mails.log_continues_unknown':
    'Kung hindi mo alam ang tungkol dito, tanungin ang operator. Mababasa ng publiko ang araw na ito sa {page}.',
  'mails.witness_refused_subject': 'Hindi nilalagdaan ng saksing {name} ang audit log',
  'mails.witness_refused':
    'Noong {at}, tumangging lagdaan ng saksing {name} ang huling checkpoint ng audit log.',
  'mails.witness_refused_ask':
    'Tanungin ang isang operator kung may ibinalik na backup. Kung wala, maaaring binago ang log: panatilihin ang database sa kasalukuyan nitong kalagayan at ihambing ito sa isang checkpoint mula sa labas. Mababasa ng publiko sa {page} na tumatanggi ang saksing ito, hanggang sa muli itong lumagda.',
  'mails.break_glass_subject': 'Ginamit ang break-glass account',
  'mails.break_glass':
    'Noong {at}, nag-log in mula sa network na {network} ang break-glass account para sa mga emergency ({email}). Magagawa nito ang lahat ng magagawa ng isang tagapangasiwa ng FMB, at makapagbibigay ito ng mga reset code nang mag-isa.',
  'mails.break_glass_unexpected':
    'Kung hindi mo alam kung sino ang nagbukas ng sobre nito at kung bakit, tanungin agad ang operator ng server. Nakalista sa audit log ang lahat ng ginagawa ng account:',
  'mails.break_glass_spent':
    'Nagamit na ang password nito. Seselyuhan itong muli ng operator sa pamamagitan ng: npm run operator -- break-glass',

  'mails.choose':
    'Maaari kang pumili ng ibang mga email, o piliing walang matanggap, sa "View Profile": {address}',
  'mails.why_each': 'Natatanggap mo ang email na ito sa bawat pangyayari.',
  'mails.profile': 'profile ng SITES',
  'mails.activity': 'aktibidad ng SITES',
  'mails.profile_count_one': '1 profile ng SITES',
  'mails.profile_count': '{count} profile ng SITES',
  'mails.activity_count_one': '1 aktibidad ng SITES',
  'mails.activity_count': '{count} aktibidad ng SITES',
  'mails.records_subject': '{records}: {subject}',
  'mails.many': '{records}: {what}',
  'mails.waiting_subject': 'naghihintay ng iyong pagsusuri',
  'mails.waiting_one': 'May {record} na naghihintay na aprubahan o ibalik ng {level}.',
  'mails.waiting': 'naghihintay na aprubahan o ibalik ng {level}.',
  'mails.findings': 'Mga natuklasan sa lupa nito: {open} ang bukas, {accepted} ang tinanggap sa pangalan.',
  'mails.recalled_subject': 'binawi',
  'mails.recalled':
    'Binawi ng tanggapang nagsumite ang isang {record} na naghihintay sa {level}. Hindi mo na ito kailangang suriin ngayon.',
  'mails.imported_subject': '{records} ang na-import: naghihintay ng iyong pagsusuri',
  'mails.imported_one':
    '{records} ng iyong tanggapan ang na-import at naghihintay na aprubahan o ibalik ng PENRO.',
  'mails.imported':
    '{records} ng iyong tanggapan ang na-import at naghihintay na aprubahan o ibalik ng PENRO.',
  'mails.approved_subject': 'aprubado',
  'mails.approved_one': 'Mayroon nang pinal na pag-apruba ang isang {record}.',
  'mails.approved': 'mayroon nang pinal na pag-apruba.',
  'mails.withdrawn_subject': 'binawi ang pag-apruba',
  'mails.withdrawn':
    'Binawi ng FMB ang pinal na pag-apruba ng isang {record}. Wala na ito sa pampublikong listahan at ibinalik sa opisina nito.',
  'mails.withdrawal_subject': 'pagbawi na kukumpirmahin',
  'mails.withdrawal':
    'Iminungkahi ni {person} na bawiin ang pinal na pag-apruba ng isang {record}. Magkakabisa ito kapag kinumpirma ng ikalawang tao.',
  'mails.returned_subject': 'ibinalik ng {level}',
  'mails.returned_with_comments': 'Ibinalik ng {level} ang isang {record} nang may mga komento.',
  'mails.returned_with_point': 'Ibinalik ng {level} ang isang {record} nang may 1 puntong dapat tugunan.',
  'mails.returned_with_points':
    'Ibinalik ng {level} ang isang {record} nang may {count} puntong dapat tugunan.',
  'mails.with_point': 'May 1 punto:',
  'mails.with_points': 'May {count} punto:',
  'mails.returned': 'ibinalik ng {level} nang may mga komento.',
  'mails.returned_correct': 'Itama ito at isumite muli.',
  'mails.point_withdrawn_subject': 'may puntong binawi ng {level}',
  'mails.point_withdrawn':
    'Binawi ng {level} ang isang punto ng isang {record} na ibinalik sa inyong tanggapan. Hindi na ito kailangang sagutin.',
  'mails.principle': 'Prinsipyo {number}',
  'mails.spelling_subject': 'itinama ng {level} ang baybay',
  'mails.spelling':
    'Itinama ng {level} ang baybay ng {texts} habang inaaprubahan ang isa mong {record}. Wala kang kailangang gawin.',
  'mails.spelling_texts': '{count} teksto',
  'mails.spelling_before': 'dati: {text}',
  'mails.spelling_after': 'ngayon: {text}',
  'mails.spelling_more_one': 'at 1 pang teksto',
  'mails.spelling_more': 'at {count} pang teksto',
  'mails.deactivated_subject': 'na-deactivate',
  'mails.deactivated': 'Na-deactivate ang iyong {record}.',
  'mails.activated_subject': 'na-activate',
  'mails.activated': 'Na-activate ang iyong {record}.',
  'mails.quarantined_subject': 'Hindi pumasa sa pagsusuri para sa virus ang isang file',
  'mails.quarantined_record_subject': 'hindi pumasa sa pagsusuri para sa virus ang isang file',
  'mails.quarantined': 'Hindi pumasa sa pagsusuri para sa virus ang file na {file} at hindi ito mabubuksan.',
  'mails.quarantined_upload': 'Mag-upload ng malinis na kopya.',
  'mails.mentioned_subject': 'binanggit ka sa isang note',
  'mails.mentioned': 'Binanggit ka ni {person}, {office}, sa isang note tungkol sa {place}.',
  'mails.place_profile': 'profile',
  'mails.place_activity': 'aktibidad',
  'mails.place_boundary': 'hangganan',
  'mails.place_principle': 'Prinsipyo #{number}',

  'mails.daily_subject_one': 'Mga talang naghihintay sa iyo: 1',
  'mails.daily_subject': 'Mga talang naghihintay sa iyo: {count}',
  'mails.daily_one': 'Mga talang naghihintay sa iyo: 1.',
  'mails.daily': 'Mga talang naghihintay sa iyo: {count}. Nauuna ang pinakamatagal nang naghihintay.',
  'mails.daily_line': '{age}: {code}, {name} ({record}, {task})',
  'mails.daily_review': 'susuriin',
  'mails.daily_correct': 'ibinalik sa iyong tanggapan, itatama',
  'mails.daily_resubmit': 'binawi ng iyong tanggapan, isusumite muli',
  'mails.daily_more': 'At {count} pa.',
  'mails.daily_more_line': '{records} ({task})',
  'mails.why_daily':
    'Natatanggap mo ang email na ito isang beses sa isang araw habang may mga talang naghihintay.',
  'mails.weekly_subject_one': 'Mga talang naghihintay sa {scope}: 1',
  'mails.weekly_subject': 'Mga talang naghihintay sa {scope}: {count}',
  'mails.weekly_office': 'iyong tanggapan',
  'mails.weekly_region': 'iyong rehiyon',
  'mails.weekly_country': 'buong bansa',
  'mails.weekly': '{waiting} (noong {day}). Ayon sa antas na dapat kumilos:',
  'mails.weekly_profiles_one': '1 profile',
  'mails.weekly_profiles': '{count} profile',
  'mails.weekly_activities_one': '1 aktibidad',
  'mails.weekly_activities': '{count} aktibidad',
  'mails.weekly_line': '{level}: {records}; median na {median}, pinakamatagal na {longest}',
  'mails.weekly_by_office': 'Ayon sa tanggapan, nauuna ang pinakamatagal nang naghihintay:',
  'mails.weekly_more_one': 'At 1 pang tanggapan.',
  'mails.weekly_more': 'At {count} pang tanggapan.',
  'mails.why_weekly': 'Natatanggap mo ang email na ito tuwing Lunes habang may mga talang naghihintay.',

  'mails.expires_today': 'Mawawalan ng bisa ang {name} ngayong araw',
  'mails.expires_one': 'Mawawalan ng bisa ang {name} pagkalipas ng 1 araw, sa {day}',
  'mails.expires': 'Mawawalan ng bisa ang {name} pagkalipas ng {count} araw, sa {day}',
  'mails.issuer': 'Inisyu ng {issuer}',
  'mails.expiring_one': 'Malapit nang mawalan ng bisa ang isang kasulatan ng iyong tanggapan.',
  'mails.expiring_subject': 'Mga kasulatan ng iyong tanggapan na malapit nang mawalan ng bisa: {count}',
  'mails.expiring':
    'Mga kasulatan ng iyong tanggapan na malapit nang mawalan ng bisa: {count}. Nauuna ang pinakamalapit.',
  'mails.expiring_renew':
    'Kung na-renew ito, itala ang bago sa profile. Kung hindi na ito kailangan, alisin ito at ibigay ang dahilan.',
  'mails.why_expiring':
    'Natatanggap mo ang email na ito 90 at 30 araw bago mawalan ng bisa ang isang kasulatan ng iyong tanggapan.',

  'mails.found_subject': 'Lupang ipapaliwanag: {layer}',
  'mails.found':
    'Mga profile ng iyong tanggapan na natagpuang may lupa ng {layer}, ayon sa {source}, {day}: {count}. Pakipaliwanag ang lupa sa bawat isa.',
  'mails.why_found':
    'Natatanggap mo ang email na ito nang isang beses para sa bawat bersyon ng layer na may natagpuang lupa sa mga profile ng iyong tanggapan.',
}
