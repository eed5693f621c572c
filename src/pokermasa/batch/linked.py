"""How the small functions inside a loop are compiled: no further than the loop needs.

Numba makes machine code of each function that compiled code calls. Those inside a loop are copied
into it, so that this is done twice and thrown away once: it took a fifth of the time one waits for
a first answer. Here they end as what is linked into the loop, which is optimised as a whole.
"""

from typing import Any

import numba
import numba.core.codegen
import numba.core.compiler
import numba.core.compiler_machinery
import numba.core.typed_passes

_core: Any = numba.core
_dynfunc: Any = numba._dynfunc  # type: ignore[attr-defined]
_machinery: Any = _core.compiler_machinery
_DEFAULTS = {name: option.default for name, option in _core.compiler.Flags.options.items()}


class _Library(_core.codegen.JITCodeLibrary):  # type: ignore[misc]
    """Code that is linked into others and never called by its address."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


class _Flags(_core.compiler.Flags):  # type: ignore[misc]
    """The same ones, compared more quickly: for each sum they are, some twenty times."""

    def values(self) -> dict[str, Any]:
        return {**_DEFAULTS, **self._values}

    def __hash__(self) -> int:
        return hash(_Flags)


@_machinery.register_pass(mutates_CFG=False, analysis_only=False)
class _Known(_machinery.LoweringPass):  # type: ignore[misc]
    """After the lowering: other compiled functions find it, under a handle that calls nothing."""

    _name = "pokermasa_known"

    def __init__(self) -> None:
        _machinery.LoweringPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        lowered, library = state["cr"], state.library
        about = lowered.fndesc
        handle = _dynfunc.make_function(
            about.lookup_module(), about.qualname, "", 0, lowered.env, (library,)
        )
        state.targetctx.insert_user_function(handle, about, [library])
        state["cr"] = lowered._replace(cfunc=handle)
        return True


class Linked(_core.compiler.CompilerBase):  # type: ignore[misc]
    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.state.flags = _Flags(self.state.flags)

    def define_pipelines(self) -> list[Any]:
        state = self.state
        state.library = _Library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        passes = _core.compiler.DefaultPassBuilder.define_nopython_pipeline(state)
        passes.add_pass_after(_Known, _core.typed_passes.NativeLowering)
        passes.finalize()
        return [passes]
