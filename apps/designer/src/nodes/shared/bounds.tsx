import { useWords } from '@parley/ui/words';
import { SourceField } from '../../fields/source-field.tsx';
import { designerWords } from '../../words.ts';

export function Bounds({
  config,
  set,
}: {
  config: { least: string; most: string };
  set: (changes: { least?: string; most?: string }) => void;
}) {
  const say = useWords(designerWords.field);
  return (
    <>
      <SourceField label={say('least')} isOptional value={config.least} onChange={(least) => set({ least })} />
      <SourceField label={say('most')} isOptional value={config.most} onChange={(most) => set({ most })} />
    </>
  );
}
