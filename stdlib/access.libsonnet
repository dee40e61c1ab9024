/**
 * Values of a resource's `access`: who sees its rows.
 *
 *   local access = import 'stdlib/access.libsonnet';
 *   { model: 'shop.models.Basket', access: access.tenant('tenant_id') + access.owned('customer_id') }
 */
{
  /** Rows are the tenant's whose key is in the field: that of the user's attribute. */
  tenant(field, attribute=field):: { tenant: { [field]: { user: attribute } } },

  /** Rows are the user's alone whose key is in the field. */
  owned(field, attribute='sub'):: { owner: { [field]: { user: attribute } } },

  /** All who may use the routes see all rows. */
  open():: 'open',
}
