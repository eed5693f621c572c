/** A checkbox with a label. */

interface CheckboxProps {
  text: string;
  note?: string;
  isOn: boolean;
  set(value: boolean): void;
}

export function Checkbox({ text, note, isOn, set }: CheckboxProps) {
  return (
    <label class="tick">
      <input type="checkbox" checked={isOn} onChange={event => set(event.currentTarget.checked)} />
      <span>
        {text}
        {note && <span class="soft"> {note}</span>}
      </span>
    </label>
  );
}
