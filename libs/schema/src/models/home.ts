import { symbol } from '@rowhouse/python';

/** The module of what models share: in one file that file, in a package `base.py`. */
export const HOME = '.base';

/** Something that models share. */
export const shared = (name: string) => symbol(HOME, name);

export const BASE = 'Base';
export const VIEW_BASE = 'ViewBase';
/** The class for types that SQLAlchemy does not know. */
export const OTHER_TYPE = 'OtherType';
/** The function that tells SQLAlchemy to store the values of an enum. */
export const ENUM_VALUES = 'enum_values';
