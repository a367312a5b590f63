import { useTranslation } from 'react-i18next';
import { useBrand } from '../lib/brand.ts';

/** What turns while a screen is on its way: the brand's own loader, or a quiet ring. */
export function AppLoader() {
  const { t } = useTranslation();
  const { loaderPath } = useBrand();
  return (
    <div className="boot" role="status" aria-label={t('common.loading')}>
      {loaderPath ? <img src={loaderPath} alt="" style={{ maxInlineSize: 96, maxBlockSize: 96 }} /> : <div className="boot-ring" />}
    </div>
  );
}
