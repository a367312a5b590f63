import { Alert } from '@mantine/core';
import type { Failure } from '../../../lib/errors.ts';

export type FieldProblem = { field: string; message: string };

/** The problems that the server names one by one; those without words are none. */
export const listProblems = ({ data }: Failure): FieldProblem[] =>
  Array.isArray(data.errors)
    ? data.errors.flatMap((problem: { field?: unknown; message?: unknown } | null) =>
        typeof problem?.message === 'string' ? [{ field: String(problem.field ?? ''), message: problem.message }] : [],
      )
    : [];

/** The server's words, and beneath them each problem that no row of the screen shows. */
export function SubmitFailure({ failure, shownFields = [] }: { failure: Failure; shownFields?: readonly string[] }) {
  const problems = listProblems(failure).filter(({ field, message }) => !shownFields.includes(field) && message !== failure.message);
  return (
    <Alert color="red" role="alert">
      {failure.message}
      {problems.length > 0 ? (
        <ul style={{ margin: '4px 0 0', paddingInlineStart: 18 }}>
          {problems.map(({ field, message }) => (
            <li key={`${field} ${message}`}>{message}</li>
          ))}
        </ul>
      ) : null}
    </Alert>
  );
}
