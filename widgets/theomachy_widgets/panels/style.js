// @ts-check
// What the kernel knows and every drawing needs. The module that Python puts in front of a widget sets it once.

/**
 * `owners`: of an owner's word the shape of its token and its ink; `unknown`: the path of the icon that stands for any
 * other; `icons`: the paths of the icons that have come; `forms`: of a building its outline, the lines on it, and where
 * its owner's shape is cut out; `look`: the style sheet of all panels.
 * @type {{ owners: Record<string, [string, string]>, unknown: string, icons: Record<string, string>,
 *   forms: Record<string, [body: string, lines: string, x: number, y: number, r: number]>, look: string }}
 */
export const STYLE = { owners: {}, unknown: "", icons: {}, forms: {}, look: "" };
