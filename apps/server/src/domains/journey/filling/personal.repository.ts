import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { Person } from '../../../personal-data.ts';

const answers = ({ enterpriseId, customerIds }: Person) => sql`a.enterprise_id = ${enterpriseId}
  and a.customer_id = any(${customerIds}::uuid[]) and a.erased_at is null`;
const open = ({ enterpriseId, customerIds }: Person) => sql`l.enterprise_id = ${enterpriseId}
  and l.customer_id = any(${customerIds}::uuid[]) and l.state = 'OPEN'`;

/** Selects what a person has filled in: what was sent, and what is still open. */
export const rowsOfPerson = (person: Person) => sql`
  select a.answer_id::text as key, f.name as form, a.number as version, a.at, a.faces, a.answers, 'sent' as state
    from form_answers a join forms f on f.enterprise_id = a.enterprise_id and f.form_id = a.form_id where ${answers(person)}
  union all
  select l.filling_id::text, f.name, l.number, l.changed_at, l.faces, '{}'::jsonb, 'open'
    from form_fillings l join forms f on f.enterprise_id = l.enterprise_id and f.form_id = l.form_id where ${open(person)}`;

/** Finds the files that a person has sent by forms. */
export async function listFilesOfPerson(tx: Read, person: Person): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct m #>> '{}' as id from form_answers a,
      jsonb_path_query(a.answers, '$.*[*] ? (@."$" == "media").id') m where ${answers(person)}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Blanks the next answers and halves of a person: rows, states and counts stay, and the addresses lead nowhere. @returns how many */
export async function blankOfPerson(tx: Tx, person: Person, limit: number, at: Date): Promise<number> {
  const sent = await sql`
    update form_answers set answers = '{}', sealed = null, conflicts = '[]', search_text = '', erased_at = ${at}
    where (enterprise_id, answer_id) in (select a.enterprise_id, a.answer_id from form_answers a where ${answers(person)} order by a.answer_id
      limit ${limit})`.execute(tx);
  const ended = await sql`
    update form_fillings set state = 'CLOSED', ended_at = ${at}, progress = '', given = '',
      code = substr(md5(random()::text || filling_id::text), 1, 16)
    where (enterprise_id, filling_id) in (select l.enterprise_id, l.filling_id from form_fillings l where ${open(person)} order by l.filling_id
      limit ${limit})`.execute(tx);
  return Number(sent.numAffectedRows ?? 0) + Number(ended.numAffectedRows ?? 0);
}

/** Everything that was filled in by one customer is another one's from now on. */
export async function giveForms(tx: Tx, enterpriseId: string, from: string, to: string): Promise<void> {
  for (const table of ['formFillings', 'formAnswers'] as const)
    await tx.updateTable(table).set({ customerId: to }).where('enterpriseId', '=', enterpriseId).where('customerId', '=', from).execute();
}
