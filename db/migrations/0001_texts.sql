-- How texts are compared: the functions that indexes and searches use.

create extension if not exists pg_trgm;

-- The form in which searches compare texts: without accents and in lower case (ruling S-126). Both the stored text and
-- the typed text are converted. Plain ASCII, which is most of it, costs no more than lower(). The function is not
-- strict, so that the planner can inline it. `searchForm` of shared/lib/search-form.ts must agree with it.
create function search_form(given text) returns text language sql immutable parallel safe as $$
  select case when octet_length(given) = char_length(given) then lower(given)
    else lower(regexp_replace(normalize(given, nfd), '[\u0300-\u036f]', '', 'g')) end
$$;

-- Office names are compared without case, accents, blanks and punctuation, and without "PENRO" at either end (ruling
-- S-148). `officeForm` of shared/offices must agree with it. The body of search_form is repeated, because a function
-- in an index cannot rely on the search path to find another.
create function office_form(given text) returns text language sql immutable parallel safe as $$
  select regexp_replace(
    btrim(regexp_replace(
      lower(regexp_replace(normalize(given, nfd), '[\u0300-\u036f]', '', 'g')), '[[:space:][:punct:]]+', ' ', 'g'
    )),
    '^penro (?=.)|(?<=.) penro$', '', 'g'
  )
$$;
