import { checkForm, type FormDocument, type FormFinding, fieldsOf, type KnownType } from '@parley/journey';

/** Findings that the browser can determine itself, and of the server's those about records that are gone. */
export function checkDraft(
  document: FormDocument,
  customer: Readonly<Record<string, KnownType>>,
  ofServer: readonly FormFinding[],
): readonly FormFinding[] {
  const fields = new Map(fieldsOf(document).map((field) => [field.id, field]));
  const gone = new Set(
    ofServer.flatMap(({ code, field, part }) => {
      const found = code === 'REF_GONE' ? fields.get(field) : undefined;
      return found ? [(part === 'picture' ? found.picture : found.saveTo)?.id] : [];
    }),
  );
  return checkForm(document, { customer, hasRef: (_ref, id) => !gone.has(id) });
}
