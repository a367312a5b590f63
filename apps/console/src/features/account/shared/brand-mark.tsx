import { useBrand } from './brand.ts';
import classes from './brand-mark.module.css';

/** The brand's logo, or its first letter and its name where it has none. */
export function BrandMark({ isCompact = false, size = 28 }: { isCompact?: boolean; size?: number }) {
  const { logoPath, info } = useBrand();
  if (logoPath)
    return (
      <img
        className={classes.logo}
        src={logoPath}
        alt={info.title}
        style={{ maxBlockSize: size + 4, maxInlineSize: isCompact ? size + 8 : 150 }}
      />
    );
  return (
    <span className={classes.mark}>
      <span className={classes.letter} style={{ inlineSize: size, blockSize: size }} aria-hidden>
        {([...info.title][0] ?? '').toUpperCase()}
      </span>
      {isCompact ? null : <span className={classes.name}>{info.title}</span>}
    </span>
  );
}
