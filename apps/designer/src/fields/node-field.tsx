import { Select } from '@mantine/core';
import type { Node } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { nodeOf } from '../editor/index-of.ts';
import { titleOf } from '../nodes/summary.ts';
import { designerWords } from '../words.ts';
import { useForm } from './form-context.ts';

/** A node of this stream, by its name. */
export function NodeField({
  label,
  value,
  onChange,
  fits,
}: {
  label: string;
  value: string;
  onChange: (id: string) => void;
  fits: (node: Node) => boolean;
}) {
  const say = useWords(designerWords.field);
  const { document, isReadOnly } = useForm();
  const has = nodeOf(document, value) !== undefined;
  return (
    <Select
      label={label}
      searchable
      readOnly={isReadOnly}
      data={document.nodes.filter(fits).map((node) => ({ value: node.id, label: titleOf(document, node) }))}
      value={has ? value : null}
      placeholder={say('choose')}
      error={has ? undefined : say('chooseOne')}
      nothingFoundMessage={say('nothing')}
      onChange={(id) => id && onChange(id)}
    />
  );
}
