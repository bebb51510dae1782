-- The crosswalk of a new bureau, from db/seed/NOTICE.md; FMB may change it.
insert into crosswalks (version, lines) values (1, '[
  {"principle_number": 1, "primary": ["a"], "supporting": ["b"], "why": "Consistency with national forest programmes, Philippine law and treaties is safeguard (a); permits and tenure also show governance in practice (b)."},
  {"principle_number": 2, "primary": ["b"], "supporting": [], "why": "Disclosure, accountability, integrity and grievance handling are the substance of safeguard (b)."},
  {"principle_number": 3, "primary": ["c"], "supporting": ["d"], "why": "Tenure, FPIC and knowledge are safeguard (c); the consent process is also a form of participation (d)."},
  {"principle_number": 4, "primary": ["d"], "supporting": ["b", "c"], "why": "Full and effective participation is safeguard (d); seats in decision bodies support (b) and recognition of communities supports (c)."},
  {"principle_number": 5, "primary": ["b"], "supporting": ["d"], "why": "No Cancun safeguard names capacity; skills and staffing make governance (b) and participation (d) effective."},
  {"principle_number": 6, "primary": ["e"], "supporting": ["c", "b"], "why": "Social benefits are the last part of safeguard (e); fair shares protect rights of communities (c) and need open accounting (b)."},
  {"principle_number": 7, "primary": ["f", "g"], "supporting": [], "why": "Reversals are safeguard (f), displacement is safeguard (g); climate and disaster risk is treated as a cause of reversal."},
  {"principle_number": 8, "primary": ["e"], "supporting": [], "why": "Natural forest and biodiversity conservation and the services they give are safeguard (e)."}
]');
