/** A checkbox with a label. */

interface TickProps {
  text: string;
  note?: string;
  isOn: boolean;
  set(value: boolean): void;
}

export function Tick({ text, note, isOn, set }: TickProps) {
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
