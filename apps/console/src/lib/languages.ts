export { directionOf, type Language, languages, nameOfLanguage } from '@parley/ui/languages';
