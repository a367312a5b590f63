import { Input, SegmentedControl, Stack } from '@mantine/core';
import type { MediaSource } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { designerWords } from '../words.ts';
import { useForm } from './form-context.ts';
import { RefField } from './ref-field.tsx';
import { SourceField } from './source-field.tsx';

type Props = { label: string; value: MediaSource | null; onChange: (value: MediaSource | null) => void; isOptional?: boolean };

/** A file: of the library, or what a variable holds. */
export function MediaField({ label, value, onChange, isOptional = false }: Props) {
  const say = useWords(designerWords.field);
  const { isReadOnly } = useForm();
  return (
    <Input.Wrapper label={label} labelElement="div">
      <Stack gap={6}>
        <SegmentedControl
          size="xs"
          aria-label={label}
          readOnly={isReadOnly}
          data={[
            ...(isOptional ? [{ value: 'none', label: say('none') }] : []),
            { value: 'library', label: say('ofLibrary') },
            { value: 'variable', label: say('ofVariable') },
          ]}
          value={value?.kind ?? 'none'}
          onChange={(kind) =>
            onChange(
              kind === 'library'
                ? { kind, media: { ref: 'media', id: '', name: '' } }
                : kind === 'variable'
                  ? { kind, source: 'last.media' }
                  : null,
            )
          }
        />
        {value?.kind === 'library' && (
          <RefField
            isBare
            label={say('file')}
            kind="media"
            value={value.media}
            onChange={(media) => media && onChange({ kind: 'library', media })}
          />
        )}
        {value?.kind === 'variable' && (
          <SourceField isBare label={say('file')} value={value.source} onChange={(source) => onChange({ kind: 'variable', source })} />
        )}
      </Stack>
    </Input.Wrapper>
  );
}
