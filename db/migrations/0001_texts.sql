-- How texts are compared: the functions that indexes and searches use.

create extension if not exists pg_trgm;

-- Searches ignore accents and case in both directions (ruling S-126): the stored text and the typed text are both
-- brought into this form. Plain ASCII, which is most of it, costs no more than lower case. Not strict, so that the
-- planner can inline it. `searchForm` of shared/lib/search-form.ts says the same.
create function search_form(given text) returns text language sql immutable parallel safe as $$
  select case when octet_length(given) = char_length(given) then lower(given)
    else lower(regexp_replace(normalize(given, nfd), '[\u0300-\u036f]', '', 'g')) end
$$;

-- Two office names are the same whatever their case, accents, blanks and signs, and with or without "PENRO" (ruling
-- S-148). `officeForm` of shared/offices says the same. The body of search_form is repeated, because an index finds no
-- other function.
create function office_form(given text) returns text language sql immutable parallel safe as $$
  select regexp_replace(
    btrim(regexp_replace(
      lower(regexp_replace(normalize(given, nfd), '[\u0300-\u036f]', '', 'g')), '[[:space:][:punct:]]+', ' ', 'g'
    )),
    '^penro (?=.)|(?<=.) penro$', '', 'g'
  )
$$;
