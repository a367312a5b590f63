import { useWords } from '../../lib/words.ts';
import { commonWords } from '../../locales/common.ts';
import { useBrand } from '../account/shared/brand.ts';

/** Spinner while a screen loads: the brand's own loader, or a quiet ring. */
export function AppLoader() {
  const say = useWords(commonWords.ui);
  const { loaderPath } = useBrand();
  return (
    <div className="boot" role="status" aria-label={say('loading')}>
      {loaderPath ? <img src={loaderPath} alt="" style={{ maxInlineSize: 96, maxBlockSize: 96 }} /> : <BootRing />}
    </div>
  );
}

/** The ring that index.html shows before the first script has run. */
function BootRing() {
  return (
    <svg className="boot-ring" width="28" height="28" viewBox="0 0 28 28" fill="none" stroke="currentColor" strokeWidth="2.5" aria-hidden>
      <path d="M14 2a12 12 0 1 1-8.5 3.5" />
    </svg>
  );
}
